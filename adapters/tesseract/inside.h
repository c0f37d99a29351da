/* What the C files of this folder share: functions that take the place of the libraries'. */
#ifndef COTEJO_TESSERACT_INSIDE_H
#define COTEJO_TESSERACT_INSIDE_H

/* The linker puts a program's own functions before those of shared libraries. A
   static build has the libraries' own: then reading is slower and nothing else. */
#define REPLACES __attribute__((weak))

#endif
