import type { NamedExample } from '../examples.js';
import type { Schema, Schemas } from '../schema.js';

/** A reference into the document. */
export interface Reference {
  readonly $ref: string;
}

/** A header of an answer. */
export interface Header {
  readonly description: string;
  readonly required?: boolean;
  readonly schema: Schema;
}

/** A body in one media type. */
export interface Content {
  readonly [mediaType: string]: {
    readonly schema: Schema;
    readonly examples?: Readonly<Record<string, NamedExample>>;
  };
}

/** One answer of an operation. */
export interface ResponseObject {
  readonly description: string;
  readonly headers: Readonly<Record<string, Reference>>;
  readonly content: Content;
}

/** A part of the address. */
export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query';
  readonly required?: boolean;
  readonly description: string;
  readonly style?: 'form';
  readonly explode?: boolean;
  readonly schema: Schema;
  readonly example?: unknown;
}

/** One request that the service answers. */
export interface OperationObject {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description: string;
  readonly parameters: readonly Parameter[];
  readonly requestBody?: {
    readonly required: true;
    readonly description: string;
    readonly content: Content;
  };
  readonly responses: Readonly<Record<string, ResponseObject>>;
}

/** What is found at one address. */
export interface PathItem {
  readonly get?: OperationObject;
  readonly post?: OperationObject;
}

/** An OpenAPI 3.1 document, as far as this one goes. */
export interface DocumentObject {
  readonly openapi: '3.1.1';
  readonly info: Readonly<Record<string, unknown>>;
  readonly servers: readonly { readonly url: string; readonly description: string }[];
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, PathItem>>;
  readonly components: {
    readonly securitySchemes: Readonly<Record<string, object>>;
    readonly headers: Readonly<Record<string, Header>>;
    readonly schemas: Schemas;
  };
}
