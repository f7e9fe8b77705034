import { SaxesParser } from 'saxes'
import { SheetFailure } from './sheet-failure.ts'

const MAX_DEPTH = 256
/** Markup without a single event for so long is one huge text, comment or attribute, which the parser would keep in memory. */
const MAX_QUIET_UNITS = 1024 * 1024

export type XmlHandler = {
  open(name: string, attributes: Record<string, string>): void
  text(text: string): void
  close(name: string): void
}

/**
 * Feeds the bytes of one XML part to a handler; names come without their namespace prefix. Yields after each chunk, so that
 * rows can be handed on while the part is still unpacking. Bytes are decoded as one stream: a character may lie across chunks.
 */
export async function* xmlEvents(chunks: AsyncIterable<Buffer>, handler: XmlHandler): AsyncGenerator<void> {
  const xml = parserOf(handler)
  let decoder: TextDecoder | undefined
  for await (const chunk of chunks) {
    decoder ??= decoderOf(chunk)
    xml.write(decode(decoder, chunk))
    yield
  }
  if (decoder === undefined) throw new SheetFailure('damaged')
  xml.write(decode(decoder))
  xml.end()
  yield
}

/** Reads a part that describes others to its end; more than `mostElements` describe nothing, they only take time. */
export async function readXml(chunks: AsyncIterable<Buffer>, handler: XmlHandler, mostElements: number): Promise<void> {
  let count = 0
  const counting: XmlHandler = {
    ...handler,
    open: (name, attributes) => {
      if (++count > mostElements) throw new SheetFailure('bomb')
      handler.open(name, attributes)
    },
  }
  for await (const _chunk of xmlEvents(chunks, counting));
}

function parserOf(handler: XmlHandler): { write(text: string): void; end(): void } {
  const parser = new SaxesParser({ xmlns: false, position: false })
  let depth = 0
  let quiet = 0
  parser.on('doctype', () => {
    throw new SheetFailure('entity')
  })
  parser.on('opentag', (tag) => {
    quiet = 0
    depth += 1
    if (depth > MAX_DEPTH) throw new SheetFailure('bomb')
    handler.open(localName(tag.name), tag.attributes)
  })
  parser.on('closetag', (tag) => {
    quiet = 0
    depth -= 1
    handler.close(localName(tag.name))
  })
  parser.on('text', (text) => {
    quiet = 0
    handler.text(text)
  })
  parser.on('cdata', (text) => {
    quiet = 0
    handler.text(text)
  })
  return {
    write(text) {
      quiet += text.length
      if (quiet > MAX_QUIET_UNITS) throw new SheetFailure('bomb')
      guarded(() => parser.write(text))
    },
    end: () => guarded(() => parser.close()),
  }
}

function guarded(step: () => unknown): void {
  try {
    step()
  } catch (cause) {
    if (cause instanceof SheetFailure) throw cause
    const text = cause instanceof Error ? cause.message : ''
    throw new SheetFailure(/undefined entity/.test(text) ? 'entity' : 'damaged', '', cause)
  }
}

function localName(name: string): string {
  const colon = name.indexOf(':')
  return colon === -1 ? name : name.slice(colon + 1)
}

function decoderOf(chunk: Buffer): TextDecoder {
  const label =
    chunk[0] === 0xff && chunk[1] === 0xfe ? 'utf-16le' : chunk[0] === 0xfe && chunk[1] === 0xff ? 'utf-16be' : 'utf-8'
  return new TextDecoder(label, { fatal: true })
}

function decode(decoder: TextDecoder, chunk?: Buffer): string {
  try {
    return chunk === undefined ? decoder.decode() : decoder.decode(chunk, { stream: true })
  } catch (cause) {
    throw new SheetFailure('damaged', '', cause)
  }
}
