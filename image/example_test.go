package image_test

import (
	"fmt"
	"os"

	"github.com/kscope/kscope/catalog"
	"github.com/kscope/kscope/image"
	"github.com/kscope/kscope/message"
	"github.com/kscope/kscope/segment"
)

// Who leads a partition, and since which record?
func Example() {
	codec := message.New(catalog.Builtin(), "")
	files, err := image.Open("../segment/testdata/real/4.4.0/__cluster_metadata-0")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer segment.CloseAll(files)
	for _, offset := range []int64{182, 190} {
		im, err := image.Read(codec, files, image.Question{Offset: offset})
		if err != nil {
			fmt.Println(err)
			return
		}
		found, err := im.Select("topics[grown].partitions[2].leader")
		if err != nil {
			fmt.Println(err)
			return
		}
		if err := image.TreeOf(os.Stdout, found, image.Options{}); err != nil {
			fmt.Println(err)
		}
	}
	// Output:
	// topics[grown].partitions[2].leader = 1 @offset 181 PartitionRecord@2
	// topics[grown].partitions[2].leader = -1 @offset 190 PartitionChangeRecord@2
}
