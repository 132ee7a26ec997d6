// `npm start`: makes a sample organization, serves it, runs the suite against it and keeps serving.
console.error('There is nothing to start yet.');
process.exitCode = 1;
