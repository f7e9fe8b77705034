import { type Endpoint, protocolErrors } from '@kaopei/contract'
import { z } from 'zod'

export interface OpenApi {
  readonly openapi: string
  readonly info: Record<string, string>
  readonly paths: Record<string, Record<string, unknown>>
}

/** The OpenAPI 3.1 document of the contracts: nothing in it is written twice. */
export function openApiOf(endpoints: readonly Endpoint[], title: string): OpenApi {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const endpoint of endpoints) {
    const path = endpoint.facts.path.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [(endpoint.facts.method ?? 'POST').toLowerCase()]: operationOf(endpoint) }
  }
  return { openapi: '3.1.0', info: { title, version: '1' }, paths }
}

function operationOf(endpoint: Endpoint): unknown {
  const { facts } = endpoint
  const input = schemaOf(endpoint.input, 'input')
  const isGet = facts.method === 'GET'
  return {
    summary: facts.summary,
    tags: [facts.path.split('/')[3] ?? 'init'],
    description: `权限：${accessText(endpoint)}`,
    ...(isGet || facts.carries === 'query'
      ? { parameters: parametersOf(input) }
      : { requestBody: { content: { [facts.carries === 'form' ? formType : 'application/json']: { schema: input } } } }),
    responses: { 200: { description: errorText(endpoint), content: answerOf(endpoint) } },
  }
}

const formType = 'application/x-www-form-urlencoded'

function answerOf(endpoint: Endpoint): unknown {
  if (endpoint.facts.download) return { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } }
  const data = schemaOf(endpoint.output, 'output')
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

function schemaOf(schema: z.ZodType, io: 'input' | 'output'): Record<string, unknown> {
  return z.toJSONSchema(schema, { io, unrepresentable: 'any', cycles: 'ref', reused: 'inline' })
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
