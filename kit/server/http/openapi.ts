import { type Endpoint, protocolErrors } from '@kaopei/contract'
import { z } from 'zod'

type Shape = Record<string, unknown>

export interface OpenApi {
  readonly openapi: string
  readonly info: Record<string, string>
  readonly paths: Record<string, Record<string, unknown>>
  /** What several places mean by `$ref`. */
  readonly components: { readonly schemas: Record<string, Shape> }
}

/** The OpenAPI 3.1 document of the contracts: nothing in it is written twice. */
export function openApiOf(endpoints: readonly Endpoint[], title: string): OpenApi {
  const paths: Record<string, Record<string, unknown>> = {}
  const shared = new SharedShapes()
  for (const endpoint of endpoints) {
    const path = endpoint.facts.path.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [(endpoint.facts.method ?? 'POST').toLowerCase()]: operationOf(endpoint, shared) }
  }
  return { openapi: '3.1.0', info: { title, version: '1' }, paths, components: { schemas: shared.byName } }
}

function operationOf(endpoint: Endpoint, shared: SharedShapes): unknown {
  const { facts } = endpoint
  const input = shared.shapeOf(endpoint.input, 'input')
  const isGet = facts.method === 'GET'
  return {
    summary: facts.summary,
    tags: [facts.path.split('/')[3] ?? 'init'],
    description: `权限：${accessText(endpoint)}`,
    ...(isGet || facts.carries === 'query'
      ? { parameters: parametersOf(input) }
      : { requestBody: { content: { [facts.carries === 'form' ? formType : 'application/json']: { schema: input } } } }),
    responses: { 200: { description: errorText(endpoint), content: answerOf(endpoint, shared) } },
  }
}

const formType = 'application/x-www-form-urlencoded'

function answerOf(endpoint: Endpoint, shared: SharedShapes): unknown {
  if (endpoint.facts.download) return { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } }
  const data = shared.shapeOf(endpoint.output, 'output')
  return {
    'application/json': {
      schema: {
        type: 'object',
        required: ['code', 'message'],
        properties: { code: { type: 'integer' }, message: { type: 'string' }, data },
      },
    },
  }
}

/** What holds no other shape and is shorter than this stands where it is meant: its name would say less than it does. */
const longEnoughForName = 300

/** Shapes that stand in several places of one call, or of several: each is written once, and meant by its name. */
class SharedShapes {
  readonly byName: Record<string, Shape> = {}
  readonly #names = new Map<string, string>()

  shapeOf(schema: z.ZodType, io: 'input' | 'output'): Shape {
    const { $defs, $schema, ...whole } = z.toJSONSchema(schema, { io, unrepresentable: 'any', cycles: 'ref', reused: 'ref' })
    const defined = Object.entries($defs ?? {}).map(([name, part]): [string, Shape] => [`#/$defs/${name}`, part])
    return this.#placed(whole, new Map([...defined, ['#', whole]]))
  }

  #placed(shape: Shape, parts: ReadonlyMap<string, Shape>): Shape {
    return withRefs(shape, ({ $ref, ...beside }) => ({ ...this.#meant($ref, parts), ...beside }))
  }

  #meant(ref: string, parts: ReadonlyMap<string, Shape>): Shape {
    const part = parts.get(ref)
    if (!part) throw new Error(`a shape refers to ${ref}, which is none of its parts`)
    const text = textOf(ref, parts)
    if (text.length < longEnoughForName && !text.includes('"$ref"')) return part
    const known = this.#names.get(text)
    const name = known ?? `shape${this.#names.size + 1}`
    // Named before its parts are: one of them may mean it.
    this.#names.set(text, name)
    if (known === undefined) this.byName[name] = this.#placed(part, parts)
    return { $ref: `#/components/schemas/${name}` }
  }
}

/** The same text for the same shape, whatever its parts are called: numbers in the order in which they are met stand for them. */
function textOf(ref: string, parts: ReadonlyMap<string, Shape>): string {
  const met = [ref]
  const texts: string[] = []
  for (const one of met) {
    const numbered = withRefs(parts.get(one) ?? {}, (place) => {
      if (!met.includes(place.$ref)) met.push(place.$ref)
      return { ...place, $ref: met.indexOf(place.$ref) }
    })
    texts.push(JSON.stringify(numbered))
  }
  return texts.join()
}

type Place = Shape & { readonly $ref: string }
const isPlace = (value: unknown): value is Place =>
  typeof value === 'object' && value !== null && '$ref' in value && typeof value.$ref === 'string'

/** A copy in which something else stands wherever a shape is meant by its name. */
function withRefs(shape: Shape, replace: (place: Place) => Shape): Shape {
  return JSON.parse(JSON.stringify(shape), (_, value: unknown) => (isPlace(value) ? replace(value) : value))
}

function parametersOf(schema: Record<string, unknown>): unknown[] {
  const { properties } = schema
  if (typeof properties !== 'object' || properties === null) return []
  return Object.entries(properties).map(([name, value]) => ({ name, in: 'query', schema: value }))
}

function accessText(endpoint: Endpoint): string {
  const { access } = endpoint.facts
  if (access === 'public') return '无需登录'
  if (access === 'signedIn') return '登录即可'
  return 'code' in access ? access.code : access.map((right) => right.code).join(' 或 ')
}

function errorText(endpoint: Endpoint): string {
  const own = endpoint.errors.map((error) => `${error.code} ${error.text}`)
  return ['0 success', ...own, `${protocolErrors.invalid.code} 参数校验失败`].join('；')
}
