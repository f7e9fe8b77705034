import { posix } from 'node:path'
import { builtInShape, type NumberShape, shapeOfCode, unescapeText } from './cell-text.ts'
import { SheetFailure } from './sheet-failure.ts'
import type { SheetLimits } from './sheet-limits.ts'
import { readXml } from './xml-events.ts'
import type { ZipParts } from './zip-parts.ts'

/** The hidden defined name whose text constant is the template version. */
export const TEMPLATE_NAME = 'TemplateVersion'

const MAX_SHEETS = 1000
const MAX_STYLES = 100_000
/** Elements of a list of parts, of the styles, of the shared texts with their formatted runs. */
const MAX_ELEMENTS = { list: 100_000, styles: 2_000_000, texts: 10_000_000 } as const

export type Workbook = {
  is1904: boolean
  templateVersion: string | null
  /** Worksheets only; `part` is the name of the entry. */
  sheets: { name: string; isHidden: boolean; part: string }[]
  stylesPart: string | undefined
  textsPart: string | undefined
}

type Relation = { id: string; type: string; part: string }

/** Reads the list of sheets; relations that point outside the package are never followed. */
export async function readWorkbookParts(parts: ZipParts): Promise<Workbook> {
  const main = await workbookPart(parts)
  if (main.endsWith('.bin')) throw new SheetFailure('binaryWorkbook')
  const relations = await relationsOf(parts, main)
  const byId = new Map(relations.map((relation) => [relation.id, relation]))
  const workbook: Workbook = {
    is1904: false,
    templateVersion: null,
    sheets: [],
    stylesPart: relations.find((relation) => relation.type === 'styles')?.part,
    textsPart: relations.find((relation) => relation.type === 'sharedStrings')?.part,
  }
  let definedName = ''
  await readXml(
    parts.read(main),
    {
      open(name, attributes) {
        definedName = name === 'definedName' ? (attributes.name ?? '') : ''
        if (name === 'workbookPr') workbook.is1904 = isTrue(attributes.date1904)
        if (name !== 'sheet') return
        const relation = byId.get(relationId(attributes))
        if (relation?.type !== 'worksheet') return
        if (workbook.sheets.length === MAX_SHEETS) throw new SheetFailure('bomb')
        const isHidden = attributes.state === 'hidden' || attributes.state === 'veryHidden'
        workbook.sheets.push({ name: attributes.name ?? '', isHidden, part: relation.part })
      },
      text(text) {
        if (definedName === TEMPLATE_NAME) workbook.templateVersion = textConstant(text)
      },
      close() {
        definedName = ''
      },
    },
    MAX_ELEMENTS.list,
  )
  return workbook
}

/** `"v1"` as a formula writes it; doubled quotes stand for one. */
export function textConstant(formula: string): string {
  return formula
    .trim()
    .replace(/^=?"|"$/g, '')
    .replaceAll('""', '"')
}

async function workbookPart(parts: ZipParts): Promise<string> {
  if (parts.has('_rels/.rels')) {
    const main = (await relationsOf(parts, '')).find((relation) => relation.type === 'officeDocument')
    if (main !== undefined && /(^|\/)workbook\d*\.(xml|bin)$/i.test(main.part) && parts.has(main.part)) return main.part
  }
  if (parts.has('xl/workbook.xml')) return 'xl/workbook.xml'
  throw new SheetFailure('notWorkbook')
}

async function relationsOf(parts: ZipParts, part: string): Promise<Relation[]> {
  const folder = posix.dirname(part)
  const name = posix.join(folder, '_rels', `${posix.basename(part)}.rels`)
  const relations: Relation[] = []
  if (!parts.has(name)) return relations
  await readXml(
    parts.read(name),
    {
      open(element, attributes) {
        if (element !== 'Relationship' || attributes.TargetMode === 'External' || relations.length > 2 * MAX_SHEETS) return
        const target = (attributes.Target ?? '').replaceAll('\\', '/')
        const type = attributes.Type ?? ''
        relations.push({
          id: attributes.Id ?? '',
          type: type.slice(type.lastIndexOf('/') + 1),
          part: target.startsWith('/') ? target.slice(1) : posix.join(folder, target),
        })
      },
      text() {},
      close() {},
    },
    MAX_ELEMENTS.list,
  )
  return relations
}

/** `r:id`, under whatever prefix the writer chose. */
function relationId(attributes: Record<string, string>): string {
  if (attributes['r:id'] !== undefined) return attributes['r:id']
  return Object.entries(attributes).find(([name]) => name.endsWith(':id'))?.[1] ?? ''
}

function isTrue(value: string | undefined): boolean {
  return value === '1' || value === 'true' || value === 'on'
}

/** The shape of each cell style, by its index. */
export async function readShapes(parts: ZipParts, part: string): Promise<NumberShape[]> {
  const codes = new Map<string, NumberShape>()
  const shapes: NumberShape[] = []
  let isInCellStyles = false
  await readXml(
    parts.read(part),
    {
      open(name, attributes) {
        if (name === 'cellXfs') isInCellStyles = true
        if (name === 'numFmt' && codes.size < MAX_STYLES) {
          codes.set(attributes.numFmtId ?? '', shapeOfCode((attributes.formatCode ?? '').slice(0, 255)))
        }
        if (name !== 'xf' || !isInCellStyles || shapes.length >= MAX_STYLES) return
        const id = attributes.numFmtId ?? '0'
        shapes.push(codes.get(id) ?? builtInShape(Number(id)))
      },
      text() {},
      close(name) {
        if (name === 'cellXfs') isInCellStyles = false
      },
    },
    MAX_ELEMENTS.styles,
  )
  return shapes
}

/** A copy of its own: a text cut from a chunk would keep the whole chunk, markup and all, in memory. */
function detached(text: string): string {
  return Buffer.from(text, 'utf16le').toString('utf16le')
}

/** The table of shared texts. Formatted runs are joined; phonetic readings are left out. */
export async function readSharedTexts(parts: ZipParts, part: string, limits: SheetLimits): Promise<string[]> {
  const texts: string[] = []
  let units = 0
  let current = ''
  let isText = false
  let isPhonetic = false
  await readXml(
    parts.read(part),
    {
      open(name, attributes) {
        if (name === 't') isText = !isPhonetic
        else if (name === 'si') current = ''
        else if (name === 'rPh') isPhonetic = true
        else if (name === 'sst' && Number(attributes.uniqueCount) > limits.maxSharedTexts) throw new SheetFailure('tooManyTexts')
      },
      text(text) {
        if (!isText) return
        current += text
        if (current.length > limits.maxCellLength) throw new SheetFailure('cellTooLong', `上限 ${limits.maxCellLength} 字`)
      },
      close(name) {
        if (name === 't') isText = false
        else if (name === 'rPh') isPhonetic = false
        if (name !== 'si') return
        const text = unescapeText(current)
        units += text.length
        if (texts.length >= limits.maxSharedTexts || units > limits.maxSharedUnits) throw new SheetFailure('tooManyTexts')
        texts.push(detached(text))
      },
    },
    MAX_ELEMENTS.texts,
  )
  return texts
}
