import { expect, test } from 'vitest'
import { type CandidatePage, findPage } from './page.ts'

const page = async () => ({ default: () => null })
const pages: readonly CandidatePage[] = [
  { kind: 'lazy', path: '/', title: '首页', page },
  { kind: 'lazy', path: '/result/:id', title: '结果', page },
  { kind: 'lazy', path: '/learn/:id/:second', title: '任务', page },
]
const id = '019ab000-0000-7000-8000-000000000001'

test.each([
  ['/', '首页', ''],
  [`/result/${id}`, '结果', id],
  ['/result/1', undefined, undefined],
  [`/result/${id}/more`, undefined, undefined],
  ['/nowhere', undefined, undefined],
])('%s leads to %s', (path, title, found) => {
  expect(findPage(pages, path)?.page.title).toBe(title)
  expect(findPage(pages, path)?.id).toBe(found)
})

test('an address may have two ids', () => {
  const other = '019ab000-0000-7000-8000-000000000002'
  expect(findPage(pages, `/learn/${id}/${other}`)).toMatchObject({ id, second: other })
  expect(findPage(pages, `/learn/${id}`)).toBeUndefined()
})
