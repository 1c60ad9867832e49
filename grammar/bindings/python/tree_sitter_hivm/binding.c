#include <Python.h>

typedef struct TSLanguage TSLanguage;

TSLanguage *tree_sitter_hivm(void);

static PyObject *language(PyObject *self, PyObject *args) {
  (void)self;
  (void)args;
  return PyCapsule_New(tree_sitter_hivm(), "tree_sitter.Language", NULL);
}

static PyMethodDef methods[] = {
    {"language", language, METH_NOARGS, "The tree-sitter language as a capsule."},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef module = {
    .m_base = PyModuleDef_HEAD_INIT, .m_name = "_binding", .m_doc = NULL, .m_size = 0, .m_methods = methods};

PyMODINIT_FUNC PyInit__binding(void) { return PyModule_Create(&module); }
