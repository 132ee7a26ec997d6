// The directory comes from main.mjs, which runs the generators.
const directory = process.env['TALLYBOARD_OPENAPI_TOOLS'];

export default {
  tallyboard: {
    input: '../../packages/openapi/openapi.json',
    output: { target: `../../${directory}/orval.ts`, client: 'fetch', mode: 'single' },
  },
};
