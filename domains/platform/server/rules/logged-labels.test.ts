import { codes, type Endpoint, endpoint, labelled } from '@kaopei/contract'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { inLabels, LoggedLabels } from './logged-labels.ts'

const useWay = codes({ formal: { code: 1, label: '正式考试' }, trial: { code: 2, label: '模拟考试' } })
const state = codes({ draft: { code: 1, label: '草稿' }, published: { code: 2, label: '已发布' } })
const other = codes({ off: { code: 1, label: '停用' } })
const template = labelled(z.union([z.literal('none'), z.string()]), { none: '不发送' })
const call = (name: string, input: z.ZodObject, output: z.ZodType = z.null()): Endpoint =>
  endpoint({
    path: `/api/v1/${name}`,
    summary: name,
    access: 'signedIn',
    audit: { action: 'update', target: 'exam' },
    input,
    output,
  })

const save = call(
  'save',
  z.object({ settings: z.object({ useWay: useWay.schema.optional(), mail: template.nullable() }), ways: z.array(useWay.schema) }),
)
const list = call('list', z.object({}), z.array(z.object({ state: state.schema })))
const toggle = call(
  'toggle',
  z.object({ kind: other.schema }),
  z.object({ kind: state.schema, deep: z.object({ kind: other.schema }) }),
)
const labels = new LoggedLabels([[save, list], [toggle]])
const read = (path: string, field: string, value: unknown) =>
  JSON.parse(inLabels({ field, before: null, after: JSON.stringify(value) }, labels.of(path)).after ?? '')

test.each([
  ['of what the call takes, at any depth', 'settings.useWay', 2, '模拟考试'],
  ['of several', 'ways', [1, 2], ['正式考试', '模拟考试']],
  ['within a thing', '', { useWay: 1, name: '甲' }, { useWay: '正式考试', name: '甲' }],
  ['of words of the program', 'settings.mail', 'none', '不发送'],
  ['and any other value as it is', 'settings.mail', 'a1', 'a1'],
  ['of what another call of the room answers', 'state', 2, '已发布'],
  ['of no code', 'useWay', 7, 7],
  ['of what every object has', 'settings.mail', 'constructor', 'constructor'],
])('%s', (_, field, value, words) => {
  expect(read('/api/v1/save', field, value)).toEqual(words)
})

test('what the call takes goes before what it answers; what is coded in two ways is nobody’s; other rooms are not asked', () => {
  expect(read('/api/v1/toggle', 'kind', 1)).toBe('停用')
  const both = call('both', z.object({}), z.object({ kind: state.schema, deep: z.object({ kind: other.schema }) }))
  expect(inLabels({ field: 'kind', before: '1', after: null }, new LoggedLabels([[both]]).of('/api/v1/both'))).toEqual({
    field: 'kind',
    before: '1',
    after: null,
  })
  expect(read('/api/v1/toggle', 'state', 2)).toBe(2)
  expect(inLabels({ field: 'kind', before: '1', after: null }, labels.of(null)).before).toBe('1')
})
