/**
 * The endpoints of section 4 as a web-standard request handler, or for a server of Node, over a few
 * ports.
 *
 * @packageDocumentation
 */
export * from '@tallyboard/ports';
export { createExchange, type HandlerOptions } from './exchange.js';
export {
  type Build,
  type EndedBuild,
  type IndexComputations,
  type IndexComputationsOptions,
  indexComputations,
  type OrganizationData,
} from './indexes.js';
export { memoryPorts } from './memory/memory-ports.js';
export { completePorts, type MemoryOptions, memoryAllowance } from './memory/own-ports.js';
export {
  createNodeHandler,
  type FastifyIncoming,
  type FastifyOutgoing,
  type NodeHandler,
  nodeCarrier,
} from './node.js';
export {
  closeWithConnection,
  type NodeIncoming,
  type NodeOutgoing,
} from './node-connection.js';
export type { Bytes, Compressor, LoginPorts, Ports, Sha256 } from './ports.js';
export { createHandler, type Handler } from './web.js';
export type * from './wire/exchanged.js';
export { gzip } from './wire/negotiation.js';
export { replyWith } from './wire/respond.js';
