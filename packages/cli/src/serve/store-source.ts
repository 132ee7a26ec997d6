import { completePorts, type MemoryOptions, type Ports } from '@tallyboard/http';
import type { OpenedStore } from './opened-store.js';
import { type StoreComputationsOptions, storeComputations } from './store-computations.js';
import { storePorts } from './store-ports.js';

/** What answers, and how it ends. */
export interface Source {
  readonly ports: Ports;
  readonly close?: () => void | Promise<void>;
}

/** Ports over a store. */
export const storeSource = (
  opened: OpenedStore,
  options: StoreComputationsOptions,
  memoryOptions: MemoryOptions,
): Source => {
  const { store } = opened;
  opened.reportTo(options.onError, options.onScrub);
  const known = { ...storePorts(store), computations: storeComputations(opened, options) };
  return { ports: completePorts(known, memoryOptions), close: store.close };
};
