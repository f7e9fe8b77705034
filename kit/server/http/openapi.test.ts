import { endpoint } from '@kaopei/contract'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { openApiOf } from './openapi.ts'

const words = z.object({
  title: z.string().max(200).describe('标题'),
  explanation: z.string().max(2_000).describe('说明文字，可以很长，所以不在每一处重复'),
  author: z.object({ name: z.string().max(64), department: z.string().max(64), phone: z.string().max(20) }),
})
const tag = z.object({ id: z.uuid() })
interface Branch {
  words: z.infer<typeof words>
  below: Branch[]
}
const branch: z.ZodType<Branch> = z.object({
  words,
  get below() {
    return z.array(branch)
  },
})

const call = (path: `/api/v1/${string}`, output: z.ZodType) =>
  endpoint({ path, summary: '试', access: 'signedIn', audit: 'read', output: z.object({ one: output, two: output }) })

test('a shape of several calls is written once, and each of them names it', () => {
  const document = openApiOf([call('/api/v1/try/words', words), call('/api/v1/try/again', words)], '试')
  const text = JSON.stringify(document)
  expect(text.split('说明文字，可以很长')).toHaveLength(2)
  const [name] = Object.entries(document.components.schemas).find(([, shape]) => JSON.stringify(shape).includes('说明文字')) ?? []
  for (const path of ['/api/v1/try/words', '/api/v1/try/again'])
    expect(JSON.stringify(document.paths[path]).split(`"#/components/schemas/${name}"`)).toHaveLength(3)
})

test('every name that is meant is there, also of a shape that holds itself', () => {
  const document = openApiOf([call('/api/v1/try/words', words), call('/api/v1/try/tree', branch)], '试')
  const meant = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]*)"/g)].map(([, ref]) => ref)
  expect(meant.length).toBeGreaterThan(4)
  const known = Object.keys(document.components.schemas).map((name) => `#/components/schemas/${name}`)
  expect(meant.filter((ref) => !known.includes(ref ?? ''))).toEqual([])
  const tree = Object.entries(document.components.schemas).find(([, shape]) => JSON.stringify(shape).includes('"below"'))
  expect(JSON.stringify(tree?.[1])).toContain(`"#/components/schemas/${tree?.[0]}"`)
})

test('a short shape stands where it is meant', () => {
  const { paths, components } = openApiOf([call('/api/v1/try/tag', tag)], '试')
  expect(components.schemas).toEqual({})
  expect(JSON.stringify(paths).split('"format":"uuid"')).toHaveLength(3)
})
