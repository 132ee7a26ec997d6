// The reference page is one script with everything in it. The two hundred packages from which it was
// made are for those who import its parts.
const bundled = '@scalar/api-reference';

module.exports = {
  hooks: {
    readPackage: (manifest) =>
      manifest.name === bundled ? { ...manifest, dependencies: {} } : manifest,
  },
};
