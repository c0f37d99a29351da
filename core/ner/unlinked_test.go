package ner_test

import (
	"testing"

	"github.com/cotejo/cotejo/core/ner"
)

// Words that elsewhere make somebody a third party and here say something else: in
// what is asked for, and in what is told.
func TestNobodyIsLinked(t *testing.T) {
	papers := map[string]string{}
	for _, claim := range []string{
		"Ordenar a la accionada que incluya a Juan Carlos Pérez Ríos en el registro único de víctimas.",
		"Ordenar a la accionada que incluya a Ana Lucía Ruiz Mora en nómina de pensionados de Colpensiones.",
		"Ordenar a la EPS que cite a la señora Ana Lucía Ruiz Mora a valoración con Neurología en el Hospital Universitario del Valle.",
		"Que la accionada responda de fondo y notifique a Ana Lucía Ruiz Mora la respuesta.",
		"Que se ordene a la entidad accionada responder y que notifique la decisión a la Superintendencia Nacional de Salud.",
		"Que la accionada convoque a la Junta Nacional de Calificación de Invalidez para la valoración.",
		"Ordenar a la entidad que llame a lista de elegibles a Ana Lucía Ruiz Mora.",
		"Que se ordene el traslado de mi afiliación a Colpensiones.",
		"Ordenar el traslado de mi hijo a la Clínica Valle del Lili.",
		"Ordenar a la accionada extender constancia a la Universidad del Valle.",
		"Que el INPEC cite a Medicina Legal para el examen.",
		"Que se ordene a la entidad escuchar en descargos a Ana Lucía Ruiz Mora.",
		"Que se ordene a la Alcaldía intervenir el inmueble de la Fundación Hogar Feliz.",
		"Se ordene a la Secretaría de Tránsito citar a audiencia pública a Ana Lucía Ruiz Mora.",
		"Ordenar la vinculación laboral de Ana Lucía Ruiz Mora en la Alcaldía de Cali.",
		"Que se ordene vincular nuevamente a Ana Lucía Ruiz Mora a la Fundación Valle del Lili.",
		"Que se me vincule a la planta de la Secretaría de Educación de Cali.",
		"Ordenar que se vincule a mi hijo Juan Carlos Pérez Ríos al Instituto para Niños Ciegos.",
		"Que se vincule al menor al Programa de Alimentación Escolar.",
		"Compulsar copias a la Procuraduría General de la Nación, que debe ser parte en las investigaciones.",
		"Que se dé traslado de la queja a la Superintendencia Nacional de Salud.",
		"Notificar el fallo a la Nueva EPS y a la Defensoría del Pueblo.",
		"Pido oír en declaración a Juan Carlos Pérez Ríos.",
		"Solicito se cite como testigo a Juan Carlos Pérez Ríos.",
		"Pido que se escuche al testigo Juan Carlos Pérez Ríos.",
		"Que responda la accionada por los perjuicios ante el Banco de Bogotá.",
		"Que se ponga en conocimiento de la Fiscalía General de la Nación la conducta del gerente.",
		"Que la EPS me comunique la cita en el Hospital Universitario del Valle.",
		"Que se me dé participación en los programas de la Secretaría de Salud de Cali.",
		"Que se dé aviso de la orden al Hospital Universitario del Valle para programar el examen.",
	} {
		papers[claim] = "HECHOS\n1. No me entregan los medicamentos.\n\nPRETENSIONES\n1. Tutelar mis derechos.\n2. " + claim
	}
	for _, fact := range []string{
		"Estoy vinculada a la Nueva EPS y fui vinculada mediante contrato a la Fundación Valle del Lili.",
		"Soy tercera afectada por la obra de la Constructora Bolívar.",
		"La Fiscalía vinculó a Juan Carlos Pérez Ríos mediante indagatoria.",
		"Se me vinculó a la Secretaría de Educación de Cali como docente.",
		"Fueron vinculados al proceso penal Juan Pérez Ríos y Luis Gómez Mora.",
		"El juzgado vinculó al proceso ejecutivo al Banco de Bogotá.",
		"Mi vinculación a Colpensiones data de 1998.",
		"La vinculación de mi hijo a la Universidad del Valle terminó.",
		"El contrato se cedió a un tercero, el Banco de Bogotá.",
		"Un tercero interesado, Juan Carlos Pérez Ríos, compró el predio.",
		"En otra tutela fue vinculada la Superintendencia de Salud.",
	} {
		papers[fact] = "HECHOS\n1. " + fact + "\n\nPRETENSIONES\n1. Tutelar mis derechos."
	}
	for s, told := range papers {
		paper := "Señor\nJUEZ CIVIL MUNICIPAL DE CALI (REPARTO)\n\nAccionante: ANA LUCÍA RUIZ MORA\nAccionada: NUEVA EPS\n\nANA LUCÍA RUIZ MORA, identificada con C.C. 52.000.111, interpongo acción de tutela contra NUEVA EPS.\n\n" +
			told + "\n\nNOTIFICACIONES\nCalle 5 # 10-20 de Cali.\n"
		if got := ensemble(t, nil).Extract(paper).Joined(ner.LinkedParty); got != "" {
			t.Errorf("%s: %q", s, got)
		}
	}
}
