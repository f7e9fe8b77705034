/** A call with any input at all, and the answer as it went over the wire. */
import type { Endpoint } from '@kaopei/contract'
import type { TestActor, World } from '@kaopei/server/testing'

export interface Reply {
  readonly status: number
  readonly code: number | undefined
  readonly text: string
}

export async function send(world: World, actor: TestActor | undefined, endpoint: Endpoint, input: unknown): Promise<Reply> {
  const response = await world.as(actor).raw(endpoint, input)
  const text = response.body
  return { status: response.statusCode, code: codeOf(text), text }
}

function codeOf(text: string): number | undefined {
  try {
    const body: unknown = JSON.parse(text)
    const code: unknown = typeof body === 'object' && body !== null ? Reflect.get(body, 'code') : undefined
    return typeof code === 'number' ? code : undefined
  } catch {
    return undefined // a file
  }
}

export const isUnexpected = ({ status, code }: Reply) => status >= 500 || code === 9999
