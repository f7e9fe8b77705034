import type { Slice } from './blob-store.ts'

// The few flat documents of the S3 protocol that an upload needs; they hold no text of people.

/** The first element of this name, decoded. */
export function elementText(xml: string, name: string): string | undefined {
  const match = new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)
  return match?.[1] === undefined ? undefined : decoded(match[1])
}

export function partsOf(xml: string): Slice[] {
  return [...xml.matchAll(/<Part>(.*?)<\/Part>/gs)].map(([, part = '']) => ({
    number: Number(elementText(part, 'PartNumber')),
    sizeBytes: Number(elementText(part, 'Size')),
    etag: elementText(part, 'ETag') ?? '',
  }))
}

export function keysOf(xml: string): string[] {
  return [...xml.matchAll(/<Contents>(.*?)<\/Contents>/gs)].map(([, object = '']) => elementText(object, 'Key') ?? '')
}

export function completionXml(slices: readonly Slice[]): string {
  const parts = slices.map(({ number, etag }) => `<Part><PartNumber>${number}</PartNumber><ETag>${encoded(etag)}</ETag></Part>`)
  return `<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", '#34': '"', '#39': "'" }

function decoded(text: string): string {
  return text.replace(/&(#?\w+);/g, (whole, name: string) => entities[name] ?? whole)
}

function encoded(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
}
