import { delimiter } from 'node:path';
import { limits, metricNames } from '@tallyboard/core/vocabulary';
import { InvalidArgumentError } from 'commander';
import { addressesOf, nowFlag, oneOf, someText, wholeNumber } from '../flags.js';
import { logLevels } from '../operations/log-levels.js';
import { serverLimits } from '../operations/server-limits.js';
import { listSetting, numberSetting, textSetting } from '../operations/settings/setting.js';
import { clientParts, isAddressRange } from '../operations/trusted-proxies.js';
import { cacheBytesDefault } from '../serve/cache-bytes.js';

/** What `fail` may name: a metric, or `users` for the roster. */
const failingParts = [...metricNames, 'users'] as const;

const webAddress = (text: string): string => {
  const address = URL.canParse(text) ? new URL(text) : null;
  if (
    address !== null &&
    /^https?:$/.test(address.protocol) &&
    address.search + address.hash === ''
  )
    return text;
  throw new InvalidArgumentError('Expected an http or https address without query.');
};

const addressRange = (text: string): string => {
  if (isAddressRange(text)) return text;
  throw new InvalidArgumentError('Expected addresses or ranges such as 10.0.0.0/8 or ::1.');
};

const [port, seconds] = [wholeNumber(0, 65_535), wholeNumber(1, 86_400)];

/** The settings of a service. */
export const serveSettings = {
  facts: listSetting(
    '--facts <path...>',
    'files of facts or directories of them, as `import` takes them; `generate` writes some',
    someText,
    delimiter,
  ),
  store: textSetting(
    '--store <directory>',
    'a store that `import` made; new imports are followed',
    someText,
    null,
  ),
  clickhouse: textSetting(
    '--clickhouse <urls>',
    'facts that `import --clickhouse` loaded: the address of each shard, http://127.0.0.1:8123/database,...',
    addressesOf('http:', 'https:'),
    null,
  ),
  redis: textSetting(
    '--redis <urls>',
    'where replicas share allowances and indexes: redis://127.0.0.1:6379, or several nodes of a Cluster: A,B,C',
    addressesOf('redis:', 'rediss:'),
    null,
  ),
  port: numberSetting('--port <N>', 'the port to listen on; 0 takes a free one', port, 3000),
  host: textSetting('--host <name>', 'the address to listen on', someText, '127.0.0.1'),
  publicUrl: textSetting(
    '--public-url <address>',
    'the address that links in answers begin with, as people reach it',
    webAddress,
    'https://boards.tallyboard.example',
  ),
  allowance: numberSetting(
    '--allowance <N>',
    'requests for each key, organization and hour; 0 for no limit',
    wholeNumber(0, 1_000_000),
    limits.requestsPerHour,
  ),
  recordsAllowance: numberSetting(
    '--records-allowance <N>',
    'reads of boards, and of the current user, for each key and hour; 0 for no limit',
    wholeNumber(0, 1_000_000),
    600,
  ),
  cacheBytes: numberSetting(
    '--cache-bytes <N>',
    'room for built indexes; those used longest ago are built again when asked for',
    wholeNumber(0, 2 ** 48),
    cacheBytesDefault,
  ),
  logLevel: textSetting(
    '--log-level <level>',
    `how much is logged: ${logLevels.join(', ')}`,
    oneOf(logLevels),
    'info',
  ),
  logClient: textSetting(
    '--log-client <part>',
    `what the log holds of a client's address: ${clientParts.join(', ')}`,
    oneOf(clientParts),
    'none',
  ),
  trustedProxy: listSetting(
    '--trusted-proxy <ranges>',
    'addresses whose X-Forwarded-For, Forwarded and X-Request-Id the log believes: A,B',
    addressRange,
  ),
  metricsPort: numberSetting(
    '--metrics-port <N>',
    'a port for metrics and probes; 0 takes a free one, without it there is none',
    port,
    null,
  ),
  metricsHost: textSetting(
    '--metrics-host <name>',
    'the address of that port',
    someText,
    '127.0.0.1',
  ),
  drainSeconds: numberSetting(
    '--drain-seconds <N>',
    'how long after a signal new connections are still taken',
    wholeNumber(0, 3600),
    0,
  ),
  shutdownSeconds: numberSetting(
    '--shutdown-seconds <N>',
    'how long after a signal the service ends at the latest',
    wholeNumber(0, 3600),
    10,
  ),
  maxConnections: numberSetting(
    '--max-connections <N>',
    'connections at a time',
    wholeNumber(1, 1_000_000),
    serverLimits.connectionsMax,
  ),
  maxHeaderBytes: numberSetting(
    '--max-header-bytes <N>',
    'room for an address and headers together',
    wholeNumber(1_024, 1_048_576),
    serverLimits.headerBytesMax,
  ),
  headerSeconds: numberSetting(
    '--header-seconds <N>',
    'how long headers may take to arrive',
    seconds,
    serverLimits.headerSeconds,
  ),
  requestSeconds: numberSetting(
    '--request-seconds <N>',
    'how long a request may take to arrive',
    seconds,
    serverLimits.requestSeconds,
  ),
  answerSeconds: numberSetting(
    '--answer-seconds <N>',
    'how long a request and its answer may take together',
    seconds,
    serverLimits.answerSeconds,
  ),
  idleSeconds: numberSetting(
    '--idle-seconds <N>',
    'how long a connection is kept without a request',
    seconds,
    serverLimits.idleSeconds,
  ),
  now: textSetting(
    '--now <time>',
    'the time that figures go by; else the current time',
    nowFlag,
    null,
  ),
  pending: numberSetting(
    '--pending <K>',
    'answer the first K requests for each figure with 202',
    wholeNumber(0, 1_000_000),
    0,
  ),
  fail: listSetting(
    '--fail <names>',
    'metrics, or users for the roster, that fail: A,B',
    oneOf(failingParts),
  ),
};
