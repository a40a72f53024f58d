// In node, the command line gets the environment of its shell.
Module.preRun = [].concat(Module.preRun || [], () => Object.assign(ENV, process.env));
