// The command line in node sees the environment of its shell.
Module.preRun = [].concat(Module.preRun || [], () => Object.assign(ENV, process.env));
