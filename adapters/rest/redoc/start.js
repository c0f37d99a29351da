Redoc.init("/openapi.json", {
  nativeScrollbars: true,
  disableSearch: true, // its worker is no script of ours
  expandResponses: "200,201,202",
  labels: {
    default: "Si falta:", example: "Ejemplo:", examples: "Ejemplos:", enum: "Uno de:", enumSingleValue: "Valor:", enumArray: "Cada uno de:",
    arrayOf: "Lista de ", recursive: "Recursivo", deprecated: "En desuso", noResultsFound: "Nada coincide",
    download: "Descargar", downloadSpecification: "Descripción OpenAPI",
    responses: "Respuestas", requestSamples: "Ejemplos de petición", responseSamples: "Ejemplos de respuesta",
  },
}, document.getElementById("redoc"));
