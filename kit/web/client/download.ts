import { answerMark, type Endpoint } from '@kaopei/contract'
import { type CallArguments, type CallOptions, knowKey } from './call.ts'
import { report, reportSilently } from './error-policy.ts'
import { dataOf, exportTimeoutMs, requestOf, send } from './request.ts'

export interface DownloadedFile {
  readonly name: string
  readonly blob: Blob
}

/** Calls an endpoint that answers with a file and saves it under the server's name. */
export async function downloadFile<E extends Endpoint>(endpoint: E, ...[input, options]: CallArguments<E>): Promise<void> {
  const { name, blob } = await fetchFile(endpoint, input, options)
  saveBlob(blob, name)
}

export async function fetchFile(endpoint: Endpoint, input: unknown, options: CallOptions = {}): Promise<DownloadedFile> {
  try {
    await knowKey(endpoint)
    const response = await send(endpoint, requestOf(endpoint, input), {
      signal: options.signal,
      timeoutMs: options.timeoutMs ?? exportTimeoutMs,
    })
    const isFile =
      response.ok && response.headers.has('content-disposition') && response.headers.get(answerMark.name) === answerMark.value
    if (!isFile) await dataOf(response)
    return { name: fileNameOf(response.headers.get('content-disposition') ?? '') ?? '下载文件', blob: await response.blob() }
  } catch (error) {
    if (options.silent) reportSilently(error, endpoint.facts.path)
    else report(error, endpoint.facts.path)
    throw error
  }
}

/** The name in a content-disposition header; the UTF-8 form wins. */
export function fileNameOf(disposition: string): string | undefined {
  const encoded = /filename\*=(?:UTF-8|utf-8)''([^;]+)/.exec(disposition)?.[1]
  if (encoded) {
    try {
      return decodeURIComponent(encoded)
    } catch {}
  }
  return /filename="?([^";]+)"?/.exec(disposition)?.[1]
}

export function saveBlob(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob)
  saveUrl(url, name)
  // Browsers start reading within the click's task or a little later; a minute is far beyond that.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}

export function saveUrl(url: string, name: string): void {
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.rel = 'noopener'
  document.body.append(link)
  link.click()
  link.remove()
}
