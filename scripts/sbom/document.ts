import { Enums, Models, Serialize, Spec } from '@cyclonedx/cyclonedx-library';
import { idOf, type Part } from './locked.js';

/** What a document is about. */
export interface Subject {
  readonly name: string;
  readonly version: string;
  readonly kind: 'package' | 'program' | 'image';
  /** What is part of its files. */
  readonly inside: readonly Part[];
  /** What is installed with it. */
  readonly beside: readonly Part[];
  /** `name@version` of those among `beside` that it needs itself. */
  readonly dependsOn: readonly string[];
  /** The image that an image is built from; it says itself what is in it. */
  readonly base?: { readonly name: string; readonly version: string };
}

const types = {
  package: Enums.ComponentType.Library,
  program: Enums.ComponentType.Application,
  image: Enums.ComponentType.Container,
} as const;

/** The identifier that lists of known weaknesses use. */
const purlOf = ({ name, version }: Part): string =>
  `pkg:npm/${name.replace('@', '%40')}@${encodeURIComponent(version)}`;

const componentOf = (part: Part, type: Enums.ComponentType, bomRef: string) => {
  const [, group, name = part.name] = /^(@[^/]+)\/(.+)$/.exec(part.name) ?? [];
  const component = new Models.Component(type, name, { version: part.version, bomRef });
  if (group !== undefined) component.group = group;
  if (part.license !== undefined) component.licenses.add(new Models.SpdxLicense(part.license));
  if (part.integrity !== undefined)
    component.hashes.set(
      Enums.HashAlgorithm['SHA-512'],
      Buffer.from(part.integrity, 'base64').toString('hex'),
    );
  if (type === Enums.ComponentType.Library) component.purl = purlOf(part);
  return component;
};

/**
 * A CycloneDX 1.6 document in JSON. It has neither a time nor a serial number, so that equal parts make equal
 * bytes. Parts inside the files are components of the subject; those installed with it have scopes.
 */
export const documentOf = (subject: Subject): string => {
  const { name, version, kind, inside, beside } = subject;
  const main = componentOf({ name, version, license: 'MIT' }, types[kind], `${name}@${version}`);
  for (const part of inside)
    main.components.add(componentOf(part, Enums.ComponentType.Library, `inside:${idOf(part)}`));
  const components = new Map(
    beside.map((part) => {
      const component = componentOf(part, Enums.ComponentType.Library, idOf(part));
      component.scope = part.isOptional
        ? Enums.ComponentScope.Optional
        : Enums.ComponentScope.Required;
      return [idOf(part), component] as const;
    }),
  );
  if (subject.base !== undefined) {
    const { name, version } = subject.base;
    const base = componentOf(subject.base, Enums.ComponentType.Container, `${name}:${version}`);
    base.purl = `pkg:docker/${name}@${version}`;
    components.set(`${name}:${version}`, base);
  }
  const link = (component: Models.Component, ids: readonly string[] = []) => {
    for (const id of ids) {
      const dependency = components.get(id);
      if (dependency !== undefined) component.dependencies.add(dependency.bomRef);
    }
  };
  link(main, subject.dependsOn);
  for (const part of beside) {
    const component = components.get(idOf(part));
    if (component !== undefined) link(component, part.dependsOn);
  }
  const bom = new Models.Bom({
    metadata: new Models.Metadata({ component: main }),
    components: new Models.ComponentRepository(components.values()),
  });
  const normalizers = new Serialize.JSON.Normalize.Factory(Spec.Spec1dot6);
  const text = new Serialize.JsonSerializer(normalizers).serialize(bom, {
    sortLists: true,
    space: 2,
  });
  return `${text}\n`;
};
