package conform

import "maps"

const none = "0"

// wrongs has for each check but those of answers a node that fails it, and does
// nothing else wrong that the check would see.
func wrongs() map[string]wrong {
	all := frameWrongs()
	maps.Copy(all, recordWrongs())
	maps.Copy(all, groupWrongs())
	maps.Copy(all, transactionWrongs())
	return all
}

// refusedCode has Produce succeed where it must not.
func refusedCode() wrong { return set("Produce", producedCode, none) }

func frameWrongs() map[string]wrong {
	return map[string]wrong{
		"frames.pipeline":           {api: apiVersions, frame: swapped(), finds: "correlation_id"},
		"frames.one-byte":           silent(apiVersions, 1),
		"frames.correlation":        {api: apiVersions, frame: func(b []byte) []byte { b[4] &= 0x7f; return b }, finds: "correlation_id"},
		"frames.client-id":          silent(apiVersions, 3),
		"frames.header-tags":        silent(apiVersions, 1),
		"frames.body-tags":          silent(apiVersions, 1),
		"frames.long-varints":       silent(apiVersions, 1),
		"frames.half-closed":        {api: apiVersions, nth: 3, frame: func([]byte) []byte { return nil }, finds: "the connection was closed"},
		"frames.trailing-bytes":     silent(apiVersions, 1),
		"frames.negative-size":      staysOpen(),
		"frames.huge-size":          staysOpen(),
		"frames.zero-size":          staysOpen(),
		"frames.short-header":       staysOpen(),
		"frames.short-body":         staysOpen(),
		"frames.huge-count":         staysOpen(),
		"frames.cut":                staysOpen(),
		"frames.unknown-api":        staysOpen(),
		"frames.unknown-version":    staysOpen(),
		"frames.http":               staysOpen(),
		"versions.offer":            {api: apiVersions, offer: true, path: "ErrorCode", value: "42", finds: "ErrorCode: expected 0 (NONE), found 42"},
		"versions.every":            {api: apiVersions, nth: 2, path: "ApiKeys[0].MaxVersion", value: "1", finds: "version 1 offers something else than version 0: Produce"},
		"versions.self":             {api: apiVersions, path: "ApiKeys", value: `[{"apiKey":0,"maxVersion":13}]`, finds: "expected ApiVersions in the list"},
		"versions.ranges":           {api: apiVersions, path: "ApiKeys[0].MinVersion", value: "99", finds: "ApiKeys[0].MaxVersion: expected at least 99"},
		"versions.unique":           set(apiVersions, "ApiKeys[1].ApiKey", "0"),
		"versions.known":            set(apiVersions, "ApiKeys[0].MaxVersion", "77"),
		"versions.fallback":         set(apiVersions, "ErrorCode", none),
		"versions.fallback-range":   set(apiVersions, "ApiKeys", "[]"),
		"versions.header":           {api: apiVersions, frame: func(b []byte) []byte { return resized(append(b[:8:8], append([]byte{0}, b[8:]...)...)) }, finds: "found version 1"},
		"versions.again":            setNth(apiVersions, 2, "ErrorCode", "42"),
		"versions.software-name":    setNth(apiVersions, 3, "ErrorCode", none),
		"versions.software-version": setNth(apiVersions, 7, "ErrorCode", "42"),
		"versions.features":         set(apiVersions, "SupportedFeatures[0].MaxVersion", "-1"),
		"sasl.versions":             setNth(apiVersions, 2, "ErrorCode", "35"),
		"sasl.first":                staysOpen(),
		"sasl.mechanism":            set("SaslHandshake", "Mechanisms", "[]"),
	}
}

func recordWrongs() map[string]wrong {
	return map[string]wrong{
		"produce.offsets":           setNth("Produce", 2, producedOffset, "7"),
		"produce.bad-crc":           refusedCode(),
		"produce.bad-magic":         refusedCode(),
		"produce.cut-batch":         refusedCode(),
		"produce.short-length":      refusedCode(),
		"produce.wrong-count":       refusedCode(),
		"produce.empty-batch":       refusedCode(),
		"produce.no-batch":          refusedCode(),
		"produce.two-batches":       refusedCode(),
		"produce.control-batch":     refusedCode(),
		"produce.unknown-topic":     refusedCode(),
		"produce.unknown-partition": refusedCode(),
		"produce.unknown-id":        refusedCode(),
		"produce.acks":              refusedCode(),
		"produce.acks-0":            set("ListOffsets", listedOffset, "2"),
		"produce.acks-0-error":      staysOpen(),
		"produce.sequence-gap":      setNth("Produce", 2, producedCode, none),
		"produce.duplicate":         setNth("Produce", 2, producedOffset, "2"),
		"produce.old-epoch":         setNth("Produce", 2, producedCode, none),
		"fetch.round-trip":          {api: "Fetch", nth: 3, frame: flipped, finds: records},
		"fetch.codecs":              {api: "Fetch", nth: 4, frame: flipped, finds: records},
		"fetch.middle":              set("Fetch", records, "[]"),
		"fetch.watermark":           set("Fetch", fetched+"HighWatermark", "0"),
		"fetch.at-end":              set("Fetch", fetchedCode, "1"),
		"fetch.out-of-range":        setNth("Fetch", 2, fetchedCode, none),
		"fetch.unknown-partition":   set("Fetch", fetchedCode, none),
		"fetch.unknown-topic":       set("Fetch", fetchedCode, none),
		"fetch.unknown-id":          set("Fetch", fetchedCode, none),
		"fetch.max-bytes":           set("Fetch", records, "[]"),
		"fetch.max-wait":            {hurry: true, finds: "expected an answer after 300ms"},
		"fetch.min-bytes":           set("Fetch", records, "[]"),
		"fetch.no-wait":             silent("Fetch", 2),
		"fetch.session":             setNth("Fetch", 5, "ErrorCode", none),
		"fetch.session-unknown":     set("Fetch", "ErrorCode", none),
		"fetch.unknown-epoch":       set("Fetch", fetchedCode, none),
		"offsets.ends":              set("ListOffsets", listedOffset, "9"),
		"offsets.by-time":           setNth("ListOffsets", 4, listedOffset, "2"),
		"offsets.max-timestamp":     set("ListOffsets", listedOffset, "0"),
		"offsets.unknown-topic":     set("ListOffsets", listedCode, none),
	}
}

func groupWrongs() map[string]wrong {
	return map[string]wrong{
		"metadata.brokers":         set("Metadata", "Brokers[0].Port", "0"),
		"metadata.no-topics":       setNth("Metadata", 1, "Topics", `[{"name":"more"}]`),
		"metadata.topic":           set("Metadata", "Topics[0].Partitions[0].LeaderId", "77"),
		"metadata.by-id":           set("Metadata", "Topics[0].Name", `"another"`),
		"metadata.unknown-topic":   setNth("Metadata", 2, "Topics[0].ErrorCode", none),
		"metadata.unknown-id":      set("Metadata", "Topics[0].ErrorCode", none),
		"metadata.invalid-topic":   setNth("Metadata", 3, "Topics[0].ErrorCode", none),
		"metadata.each-once":       set("Metadata", "Topics", "[]"),
		"groups.coordinator":       setNth("FindCoordinator", 3, "Coordinators[0].Port", "77"),
		"groups.key-type":          set("FindCoordinator", "Coordinators[0].ErrorCode", none),
		"groups.member-id":         set("JoinGroup", "MemberId", `""`),
		"groups.life":              set("OffsetFetch", "Groups[0].Topics[0].Partitions[0].CommittedOffset", "6"),
		"groups.generation":        set("OffsetCommit", commitCode, none),
		"groups.rejoin-unknown":    set("JoinGroup", "ErrorCode", none),
		"groups.heartbeat-unknown": set("Heartbeat", "ErrorCode", none),
		"groups.sync-unknown":      set("SyncGroup", "ErrorCode", none),
		"groups.leave-unknown":     set("LeaveGroup", "Members[0].ErrorCode", none),
		"groups.session-timeout":   setNth("JoinGroup", 2, "ErrorCode", "79"),
		"groups.no-protocol":       set("JoinGroup", "ErrorCode", "79"),
		"groups.empty-id":          set("JoinGroup", "ErrorCode", "79"),
		"groups.offsets":           set("OffsetFetch", "Groups[0].Topics[0].Partitions[0].Metadata", `"gone"`),
		"groups.no-offset":         set("OffsetFetch", "Groups[0].Topics[0].Partitions[0].CommittedOffset", "0"),
		"groups.commit-unknown":    set("OffsetCommit", commitCode, none),
		"groups.describe-unknown":  set("DescribeGroups", "Groups[0].GroupState", `"Stable"`),
		"groups.delete-unknown":    set("DeleteGroups", "Results[0].ErrorCode", none),
	}
}

func transactionWrongs() map[string]wrong {
	return map[string]wrong{
		"transactions.init":              {api: "InitProducerId", nth: 2, path: "ProducerEpoch", value: "0", finds: "found producer"},
		"transactions.commit":            set("Fetch", fetched+"AbortedTransactions", `[{"producerId":1}]`),
		"transactions.abort":             {api: "Fetch", path: fetched + "AbortedTransactions", value: "[]", finds: "AbortedTransactions[0]"},
		"transactions.isolation":         setNth("Fetch", 1, fetched+"LastStableOffset", "2"),
		"transactions.implicit":          set("EndTxn", "ProducerEpoch", "0"),
		"transactions.unregistered":      refusedCode(),
		"transactions.fenced":            set("EndTxn", "ErrorCode", none),
		"transactions.end-nothing":       set("EndTxn", "ErrorCode", none),
		"transactions.end-twice":         {api: "EndTxn", path: "ErrorCode", value: none, was: 48},
		"transactions.unknown-id":        set("EndTxn", "ErrorCode", none),
		"transactions.unknown-partition": set("AddPartitionsToTxn", addedCode, none),
		"transactions.timeout":           set("InitProducerId", "ErrorCode", none),
		"transactions.empty-id":          set("InitProducerId", "ErrorCode", none),
		"transactions.offsets":           {api: "OffsetFetch", nth: 1, path: "Groups[0].Topics[0].Partitions[0].CommittedOffset", value: "42"},
	}
}
