package importer

import "github.com/kscope/kscope/internal/facts"

// Import adds one patch release to the data folder. Jars are kept in cache.
func Import(data, cache, patch string) error {
	s, err := Load(data)
	if err != nil {
		return err
	}
	jars, err := Read(patch, cache)
	if err != nil {
		return err
	}
	if err := s.Add(jars); err != nil {
		return err
	}
	return s.Save(data)
}

// Rebuild makes the data folder anew from the releases that it lists.
func Rebuild(data, cache string, progress func(patch string)) error {
	old, err := Load(data)
	if err != nil {
		return err
	}
	fresh := &Store{editions: map[string][]facts.Edition{}}
	var unnamed []*Jars // releases without schemas, until one has names
	for _, r := range old.releases {
		progress(r.Patch)
		jars, err := Read(r.Patch, cache)
		if err != nil {
			return err
		}
		if len(jars.Schemas) == 0 && len(fresh.releases) == 0 {
			unnamed = append(unnamed, jars)
			continue
		}
		for _, early := range unnamed {
			early.rename(jars)
			if err := fresh.Add(early); err != nil {
				return err
			}
		}
		unnamed = nil
		if err := fresh.Add(jars); err != nil {
			return err
		}
	}
	return fresh.Save(data)
}

// rename gives APIs the names that a later release's schemas have for their
// keys, so that versions known from ApiKeys alone join the messages they are
// of: 0.11 says Offsets where the schemas say ListOffset.
func (j *Jars) rename(later *Jars) {
	names := map[int]string{}
	for _, m := range later.Schemas {
		if m.Type == "request" {
			names[m.APIKey] = m.APIName()
		}
	}
	for i := range j.APIs {
		if name := names[j.APIs[i].Key]; name != "" {
			j.APIs[i].Name = name
		}
	}
}
