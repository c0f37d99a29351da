package role

import "testing"

// A name whose parts a form has apart is joined, given names first.
func TestNamesInParts(t *testing.T) {
	for form, want := range map[string]string{
		"Nombres *      Heriberto\nApellidos *    Sandoval Camayo\nRazón social\n":                                                                      "Heriberto Sandoval Camayo",
		"| Primer apellido | Segundo apellido | Nombres         |\n| BONILLA         | LOZANO           | DIANA CAROLINA  |\n":                          "Diana Carolina Bonilla Lozano",
		"Primer nombre: MÓNICA\nSegundo nombre:\nPrimer apellido: GRAJALES\nSegundo apellido: VALENCIA\nTipo documento: CÉDULA\n":                       "Mónica Grajales Valencia",
		"Primer Apellido        Segundo Apellido        Primer Nombre        Segundo Nombre\nLASPRILLA              MONTAÑO                 HERNANDO\n": "Hernando Lasprilla Montaño",
		"* Nombres: Domingo Antonio     * Apellidos: Buelvas Hoyos\n":                                                                                   "Domingo Antonio Buelvas Hoyos",
		"Nombres y apellidos: BRAYAN STIVEN OSSA LOAIZA\n":                                                                                              "",
		"Nombres:\nApellidos:\nCédula:\n": "",
	} {
		got := ""
		for _, m := range NewText(form).namesInParts() {
			got += m.Value
		}
		if got != want {
			t.Errorf("%q names %q, not %q", form, got, want)
		}
	}
}
