"""A peer in Python: PACKAGE produce ADDR TOPIC < lines, or PACKAGE consume ADDR TOPIC GROUP COUNT."""

import sys


def kafka_python(verb, addr, topic, group="", count=0):
    from kafka import KafkaConsumer, KafkaProducer

    if verb == "produce":
        producer = KafkaProducer(bootstrap_servers=addr, acks="all", retry_backoff_ms=10)
        sent = [producer.send(topic, line.rstrip("\n").encode(), partition=0) for line in sys.stdin]
        for one in sent:
            one.get(timeout=20)
        producer.close()
        return
    consumer = KafkaConsumer(topic, bootstrap_servers=addr, group_id=group, auto_offset_reset="earliest")
    for _ in range(count):
        print(next(consumer).value.decode())
    consumer.close()


def confluent_kafka(verb, addr, topic, group="", count=0):
    from confluent_kafka import Consumer, Producer

    if verb == "produce":
        errors = []
        producer = Producer({"bootstrap.servers": addr, "enable.idempotence": True})
        for line in sys.stdin:
            producer.produce(topic, line.rstrip("\n").encode(), partition=0, on_delivery=lambda e, _: e and errors.append(e))
        if producer.flush(20) or errors:
            sys.exit(f"not delivered: {errors}")
        return
    consumer = Consumer({"bootstrap.servers": addr, "group.id": group, "auto.offset.reset": "earliest"})
    consumer.subscribe([topic])
    while count:
        message = consumer.poll(1)
        if message is not None and not message.error():
            print(message.value().decode())
            count -= 1
    consumer.close()


package, verb, *rest = sys.argv[1:]
peer = kafka_python if package.startswith("kafka-python") else confluent_kafka
if verb == "consume":
    rest[-1] = int(rest[-1])
peer(verb, *rest)
