package lex

// Numerals are the numbers that words name, folded: Quinto, cinco, quinta.
var Numerals = map[string]int{
	"primero": 1, "primera": 1, "primer": 1, "uno": 1, "segundo": 2, "segunda": 2, "dos": 2, "tercero": 3, "tercera": 3, "tercer": 3, "tres": 3,
	"cuarto": 4, "cuarta": 4, "cuatro": 4, "quinto": 5, "quinta": 5, "cinco": 5, "sexto": 6, "sexta": 6, "seis": 6,
	"septimo": 7, "septima": 7, "setimo": 7, "siete": 7, "octavo": 8, "octava": 8, "ocho": 8, "noveno": 9, "novena": 9, "nueve": 9,
	"decimo": 10, "decima": 10, "diez": 10, "once": 11, "undecimo": 11, "doce": 12, "duodecimo": 12, "trece": 13, "catorce": 14, "quince": 15,
	"dieciseis": 16, "diecisiete": 17, "dieciocho": 18, "diecinueve": 19, "veinte": 20, "vigesimo": 20, "veintiuno": 21, "veintiun": 21,
	"veintidos": 22, "veintitres": 23, "veinticuatro": 24, "veinticinco": 25, "veintiseis": 26, "veintisiete": 27, "veintiocho": 28,
	"veintinueve": 29, "treinta": 30, "trigesimo": 30, "cuarenta": 40, "cuadragesimo": 40, "cincuenta": 50, "quincuagesimo": 50,
	"sesenta": 60, "sexagesimo": 60, "setenta": 70, "septuagesimo": 70, "ochenta": 80, "noventa": 90,
}
