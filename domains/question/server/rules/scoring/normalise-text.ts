/**
 * Makes two writings of one answer equal. Every step is a switch of the scoring rule. NFC joins a letter and its
 * accent; NFKC would go too far: it turns x² into x2, ① into 1 and ㎡ into m2, which changes what was said.
 */
import type { NormaliseSwitches } from '../../../contract/scoring-rule.ts'
import { simplifyCharacters } from './traditional-characters.ts'

const punctuation = new Map(
  Object.entries({
    '，': ',',
    '、': ',',
    '。': '.',
    '；': ';',
    '：': ':',
    '？': '?',
    '！': '!',
    '“': '"',
    '”': '"',
    '‘': "'",
    '’': "'",
    '（': '(',
    '）': ')',
    '【': '[',
    '】': ']',
    '《': '<',
    '》': '>',
    '—': '-',
    '–': '-',
    '−': '-',
    '－': '-',
    '％': '%',
    '・': '·',
    '•': '·',
  }),
)
const punctuationPattern = new RegExp(`[${[...punctuation.keys()].join('')}]`, 'g')

/** The comparable form of a text; doing it twice changes nothing more. */
export function normaliseText(text: string, switches: NormaliseSwitches): string {
  let plain = withoutInvisible(text).normalize('NFC')
  if (switches.foldWidth) plain = foldWidth(plain)
  if (switches.foldPunctuation) plain = plain.replace(punctuationPattern, (mark) => punctuation.get(mark) ?? mark)
  if (switches.traditionalToSimplified) plain = simplifyCharacters(plain)
  if (switches.spaces === 'collapse') plain = plain.replace(/\s+/g, ' ')
  if (switches.spaces === 'removeAll') plain = plain.replace(/\s+/g, '')
  if (switches.trim) plain = plain.trim()
  if (switches.foldCase) plain = plain.toLowerCase()
  return plain.normalize('NFC')
}

const invisible = /\p{Default_Ignorable_Code_Point}/gu

/** Zero-width spaces and joiners, marks of order and direction, soft hyphens: nobody typed them to say something, and nobody sees them. */
export function withoutInvisible(text: string): string {
  return text.replace(invisible, '')
}

/** U+FF01–FF5E to ASCII and U+3000 to a space, nothing else. */
function foldWidth(text: string): string {
  return text.replace(/[\uff01-\uff5e]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0)).replace(/\u3000/g, ' ')
}
