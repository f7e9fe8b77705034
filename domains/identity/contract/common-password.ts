/**
 * Is a password one of those that are tried first? No list of passwords: it takes away whatever is a word that everybody thinks of, a walk over the
 * keyboard, a count, a repetition, a year, or something about the account, and asks whether enough is left to guess.
 */
export function isCommonPassword(password: string, about: readonly string[] = []): boolean {
  const plain = password.toLowerCase()
  const isGuessed = Array.from(plain, () => false)
  const own = about.map((word) => word.toLowerCase()).filter((word) => word.length >= shortestWord)
  for (const word of [...words, ...own]) {
    markWord(plain, word, isGuessed)
    markWord(unmasked(plain), word, isGuessed)
  }
  for (const line of [...keyboardLines, digits, letters]) markWalks(plain, line, isGuessed)
  markRepeats(plain, isGuessed)
  for (const { index } of plain.matchAll(/(?:19|20)\d\d/g)) isGuessed.fill(true, index, index + 4)
  return isGuessed.filter((one) => !one).length < fewestLeft
}

const shortestWord = 3
const fewestLeft = 4

const words = [
  ...[
    'password',
    'passwd',
    'pass',
    'pwd',
    'admin',
    'root',
    'user',
    'guest',
    'test',
    'demo',
    'login',
    'welcome',
    'hello',
    'master',
  ],
  ...[
    'secret',
    'default',
    'change',
    'changeme',
    'system',
    'super',
    'letmein',
    'love',
    'iloveyou',
    'happy',
    'lucky',
    'dragon',
    'monkey',
  ],
  ...[
    'woaini',
    'aini',
    '1314',
    '520',
    'mima',
    'nihao',
    'zhongguo',
    'china',
    'kaoshi',
    'peixun',
    'kaopei',
    'gongsi',
    'company',
    'yuangong',
  ],
]

const digits = '01234567890'
const letters = 'abcdefghijklmnopqrstuvwxyz'
const keyboardLines = [
  ...['`1234567890-=', 'qwertyuiop[]', "asdfghjkl;'", 'zxcvbnm,./', '!@#$%^&*()'],
  ...['1qaz', '2wsx', '3edc', '4rfv', '5tgb', '6yhn', '7ujm', '8ik,', '9ol.', '!qaz', '@wsx', '#edc', '$rfv'],
]

const masks: Readonly<Record<string, string>> = { '@': 'a', 4: 'a', 3: 'e', 1: 'i', '!': 'i', 0: 'o', $: 's', 5: 's', 7: 't' }

/** p@ssw0rd is password to everybody who guesses. */
const unmasked = (text: string) => Array.from(text, (character) => masks[character] ?? character).join('')

function markWord(text: string, word: string, isGuessed: boolean[]): void {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) isGuessed.fill(true, at, at + word.length)
}

/** Three and more neighbours, in either direction. */
function markWalks(text: string, line: string, isGuessed: boolean[]): void {
  for (const step of [1, -1]) {
    let start = 0
    for (let at = 1; at <= text.length; at++) {
      const here = line.indexOf(text.charAt(at - 1))
      const goesOn = at < text.length && here >= 0 && line.charAt(here + step) === text.charAt(at)
      if (goesOn) continue
      if (at - start >= 3) isGuessed.fill(true, start, at)
      start = at
    }
  }
}

function markRepeats(text: string, isGuessed: boolean[]): void {
  for (const match of text.matchAll(/(.)\1{2,}|(..+)\2+/g)) isGuessed.fill(true, match.index, match.index + match[0].length)
}
