#include <stdlib.h>

#ifdef __GLIBC__
#include <malloc.h>
#endif

// keep_memory has a picture take the memory that the one before has left. By default
// it goes back to the system after each, to come again page by page, zeroed: a twentieth of the
// time, and two readers stand in each other's way there.
void keep_memory(void) {
#ifdef __GLIBC__
	mallopt(M_MMAP_THRESHOLD, 64 << 20);
	mallopt(M_TRIM_THRESHOLD, 128 << 20);
#endif
}
