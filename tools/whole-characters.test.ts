import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './run.ts'

/** Lists, and texts of one unit a character, by the name that stands before the cut. */
const isHarmless =
  /\b(differences|entries|numbers|issues|people|projects|hash|userAgent|formatCode|code|key|named|given|digest\('hex'\)|toISOString\(\))$/
const harmless: Readonly<Record<string, string>> = {
  'kit/server/calls/adapter.ts': "(request.headers['user-agent'] ?? '')",
  'kit/sheet/workbook-parts.ts': "(attributes.formatCode ?? '')",
  'domains/question/console/importing/progress.ts': '',
  'domains/proctoring/candidate/second/phone.ts': 'nameOfDevice(navigator.userAgent)',
  'domains/courseware/server/package/frame.ts': "text(is12 ? 'core.lesson_location' : 'location')",
  'domains/messaging/server/sms/gateway-sms.ts': "('id' in data ? data.id : data.messageId)",
}

test('what people wrote is cut between characters (`cut`): half of one is refused where it is saved, and no database keeps it', () => {
  const files = globSync('{kit,domains,apps}/**/*.{ts,tsx}', {
    cwd: root,
    exclude: (name) => /(^|\/)(node_modules|dist|demo|testing)(\/|$)|\.test\.tsx?$/.test(name),
  })
  const found = files.flatMap((file) =>
    readFileSync(join(root, file), 'utf8')
      .split('\n')
      .flatMap((line) => [...line.matchAll(/^(.*)\.slice\(0, ?(\d+)\)/g)].map(([, before = '', most]) => ({ before, most })))
      .filter(({ most }) => Number(most) >= 20)
      .filter(({ before }) => !isHarmless.test(before) && !before.trimEnd().endsWith(harmless[file] ?? '\n'))
      .map(({ before, most }) => `${file}: ${before.trim()}.slice(0, ${most})`),
  )
  expect(files.length).toBeGreaterThan(2000)
  expect(found).toEqual([])
})
