package sizes

func f0() {}

func f1() {}

func f2() {}

func f3() {}

func f4() {}

func f5() {}

func f6() {}

func f7() {}

func f8() {}

func f9() {}

func f10() {}

func f11() {}

func f12() {}

func f13() {}

func f14() {}

func f15() {}

func f16() {}

func f17() {}

func f18() {}

func f19() {}
