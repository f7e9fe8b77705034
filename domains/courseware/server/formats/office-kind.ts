/** Which of LibreOffice's readers a file takes, by its first bytes: guessing, it reads a broken presentation as text and makes pages of the noise. */
import { extensionOf } from '@kaopei/files/contract/upload-types'

export type OfficeKind = { readonly filter: string; readonly ending: string } | 'encrypted' | 'unknown'

const compound = Buffer.from('d0cf11e0a1b11ae1', 'hex')
const archive = Buffer.from('504b0304', 'hex')
const richText = Buffer.from('{\\rtf')
/** Of a file of today's formats with a password: an old compound with this stream. */
const encrypted = Buffer.from('EncryptedPackage', 'utf16le')

const families = {
  word: { old: 'MS Word 97', today: 'MS Word 2007 XML', endings: ['doc', 'docx'] },
  slides: { old: 'MS PowerPoint 97', today: 'Impress MS PowerPoint 2007 XML', endings: ['ppt', 'pptx'] },
  table: { old: 'MS Excel 97', today: 'Calc MS Excel 2007 XML', endings: ['xls', 'xlsx'] },
} as const

/** `head`: the first bytes; `directory`: where the names of a compound's streams lie, in practice all of a small file. */
export function officeKindOf(fileName: string, head: Buffer, directory: Buffer): OfficeKind {
  const family = familyOf(extensionOf(fileName))
  if (!family) return 'unknown'
  const [old, today] = family.endings
  if (head.subarray(0, 8).equals(compound)) {
    return directory.includes(encrypted) ? 'encrypted' : { filter: family.old, ending: old }
  }
  if (head.subarray(0, 4).equals(archive)) return { filter: family.today, ending: today }
  if (family === families.word && head.subarray(0, 5).equals(richText)) return { filter: 'Rich Text Format', ending: 'rtf' }
  return 'unknown'
}

function familyOf(ending: string) {
  if (ending === 'doc' || ending === 'docx') return families.word
  if (ending === 'ppt' || ending === 'pptx' || ending === 'pps') return families.slides
  return ending === 'xls' || ending === 'xlsx' ? families.table : undefined
}
