package schema_test

import (
	"fmt"

	"github.com/kscope/kscope/schema"
)

func ExampleParse() {
	m, err := schema.Parse("GreetRequest.json", []byte(`{
  "apiKey": 500, "type": "request", "name": "GreetRequest",
  // Version 1 adds Loud.
  "validVersions": "0-1", "flexibleVersions": "none",
  "fields": [
    { "name": "Who", "type": "string", "versions": "0+" },
    { "name": "Loud", "type": "bool", "versions": "1+", "default": true }
  ]
}`))
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, f := range m.Fields {
		fmt.Println(m.APIName(), f.Name, f.Type, f.Versions, f.Versions.Has(0))
	}
	// Output:
	// Greet Who string 0+ true
	// Greet Loud bool 1+ false
}

func ExamplePrint() {
	fmt.Printf("%s", schema.Print(&schema.Message{
		Name: "Pair", Type: schema.Data, APIKey: schema.NoKey,
		Valid: schema.Versions{Lo: 0, Hi: 1}, Flexible: schema.None, Deprecated: schema.None,
		Notes: []string{"Version 1 is the same as version 0."},
		Fields: []*schema.Field{{
			Name: "Left", Type: schema.ParseFieldType("int32"), Versions: schema.Versions{Lo: 0, Hi: schema.MaxVersion},
			Nullable: schema.None, Tagged: schema.None, Tag: schema.NoTag, About: "What comes first.",
		}},
	}))
	// Output:
	// {
	//   "type": "data",
	//   "name": "Pair",
	//   // Version 1 is the same as version 0.
	//   "validVersions": "0-1",
	//   "flexibleVersions": "none",
	//   "fields": [
	//     { "name": "Left", "type": "int32", "versions": "0+",
	//       "about": "What comes first." }
	//   ]
	// }
}
