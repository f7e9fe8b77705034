import { DeliveryFailure } from '../message-driver.ts'
import { outcomeOfSilence } from '../rules/sms-outcome.ts'

const longestAnswer = 64 * 1024

export interface SupplierCall {
  /** Of the configured supplier: nothing that a company or a message says is a part of its host. */
  readonly url: string
  readonly method: 'POST' | 'GET'
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
  readonly timeoutSeconds: number
}

/** One call, never redirected: whoever answers with another address is not asked there. Throws a DeliveryFailure when there is no answer. */
export async function postToSupplier(call: SupplierCall): Promise<{ status: number; text: string }> {
  try {
    const response = await fetch(call.url, {
      method: call.method,
      headers: call.headers,
      redirect: 'manual',
      signal: AbortSignal.timeout(call.timeoutSeconds * 1000),
      ...(call.body !== undefined && { body: call.body }),
    })
    return { status: response.status, text: await shortText(response) }
  } catch (error) {
    const { next, reason } = outcomeOfSilence(codeOf(error))
    throw new DeliveryFailure(next, reason)
  }
}

async function shortText(response: Response): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk, { stream: true })
    if (text.length > longestAnswer) break
  }
  return text.slice(0, longestAnswer)
}

/** What fetch wraps: the system's or the connection's own error. */
function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return ''
  if ('code' in error && typeof error.code === 'string') return error.code
  return codeOf(error.cause)
}

export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
