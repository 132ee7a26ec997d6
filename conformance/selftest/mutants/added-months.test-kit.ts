import { at, isObject, listOf, parseJson } from '../../src/model/json.js';
import { edited } from '../../src/rules/broken.js';
import type { FetchHandler } from '../../src/transport/fetch-transport.js';

/** The sum of a member's monthly figures: who is active in two months counts twice. */
const sumOf = async (inner: FetchHandler, request: Request, body: object, userType: unknown) => {
  const metrics = [{ name: 'memberCount', status: 'active', userType }];
  const series = { ...body, metrics, dimensions: ['month'] };
  const response = await inner(new Request(request, { body: JSON.stringify(series) }));
  const [one] = listOf(at(await response.json(), 'data', 'attributes', 'metrics'));
  return listOf(at(one, 'data')).reduce<number>((sum, row) => sum + Number(at(row, 'value')), 0);
};

/** A service that adds the active members of the months up. */
export const addedMonths =
  (inner: FetchHandler): FetchHandler =>
  async (request) => {
    const text = await request.clone().text();
    const body = parseJson(text);
    const response = await inner(new Request(request.clone()));
    const isRange =
      isObject(body) && body['from'] !== undefined && body['dimensions'] === undefined;
    if (!isRange || response.status !== 200) return response;
    let document: unknown = await response.json();
    for (const [index, one] of listOf(at(document, 'data', 'attributes', 'metrics')).entries()) {
      const status = at(one, 'properties', 'status');
      if (at(one, 'name') !== 'memberCount' || !JSON.stringify(status).includes('"active"'))
        continue;
      const sum = await sumOf(inner, request.clone(), body, at(one, 'properties', 'userType'));
      const place = ['data', 'attributes', 'metrics', String(index), 'data'];
      const path = Array.isArray(status) ? [...place, 'active'] : place;
      document = edited(document, path, () => sum);
    }
    const { status, headers } = response;
    const kept = new Headers(headers);
    kept.delete('content-length');
    return new Response(JSON.stringify(document), { status, headers: kept });
  };
