import { openScreen, type Screen } from '@kaopei/web/testing'
import { act } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { outerCollection } from '../contract/collection.ts'
import type { CollectField } from '../contract/field.ts'
import { metaDataField } from '../contract/meta-field.ts'
import CollectionPage from './collection.page.tsx'
import { isSameLists, knownIn, type Lists, moved, shifted } from './field-lists.ts'

const field = (value: string, label: string, rest: Partial<CollectField> = {}): CollectField => ({
  id: value,
  value,
  label,
  name: label,
  customType: 1,
  optionContent: [],
  isReadOnly: true,
  isMove: true,
  version: 0,
  ...rest,
})
const name = field('name', '姓名', { isMove: false })
const email = field('email', '邮箱')
const degree = field('01990000-0000-7000-8000-000000000001', '学历', {
  customType: 2,
  optionContent: ['本科', '硕士'],
  isReadOnly: false,
  version: 1,
})
const lists: Lists = { requirement: [name], optional: [email], unkown: [degree] }

const ids = (of: readonly CollectField[]) => of.map(({ value }) => value)

test('a field goes to the end of a list or in front of another; a fixed one only within its list', () => {
  expect(ids(moved(lists, 'email', 'requirement').requirement)).toEqual(['name', 'email'])
  expect(ids(moved(lists, 'email', 'requirement', 'name').requirement)).toEqual(['email', 'name'])
  expect(moved(lists, 'name', 'optional')).toBe(lists)
  const two = moved(lists, 'email', 'requirement')
  expect(ids(shifted(two, 'name', 1).requirement)).toEqual(['email', 'name'])
  expect(shifted(two, 'name', -1)).toBe(two)
  expect(isSameLists(lists, moved(moved(lists, 'email', 'unkown'), 'email', 'optional'))).toBe(true)
})

test('a field that somebody else has removed leaves the lists; everything else stays where it was put', () => {
  const arranged = moved(moved(lists, degree.value, 'requirement'), 'email', 'unkown')
  const there: Lists = { requirement: [name], optional: [email], unkown: [] }
  const left = knownIn(arranged, there)
  expect([ids(left.requirement), ids(left.optional), ids(left.unkown)]).toEqual([['name'], [], ['email']])
})

vi.setConfig({ testTimeout: 60_000 })

let screen: Screen | undefined
afterEach(() => {
  screen?.close()
  screen = undefined
})

const collection = { ...lists, version: 3, isOwn: true }

async function open(): Promise<Screen> {
  screen = await openScreen(<CollectionPage />, '/business/udp/outerCollection', [
    [outerCollection.getDefaultCollection, collection],
    [outerCollection.saveDefaultCollection, collection],
    [metaDataField.list, []],
  ])
  await screen.click('设置收集信息')
  await act(() => vi.dynamicImportSettled())
  await screen.sees('拖动字段')
  return screen
}

async function press(label: string) {
  const found = document.querySelector(`button[aria-label="${label}"]`)
  if (!(found instanceof HTMLElement)) throw new Error(`${label} is not on the screen`)
  await act(async () => found.click())
  await act(() => vi.dynamicImportSettled())
}

test('what was moved is saved with the version it was read with', async () => {
  const shown = await open()
  await press('学历移到必填')
  await press('邮箱移到未添加')
  await press('确定')
  const saved = shown.sent.filter(({ path }) => path === outerCollection.saveDefaultCollection.facts.path)
  expect(saved.map(({ body }) => body)).toEqual([{ requirement: ['name', degree.value], optional: [], version: 3 }])
})

test('closing with unsaved changes asks, without it closes', async () => {
  const shown = await open()
  await press('邮箱移到必填')
  await press('取消')
  await shown.sees('当前操作尚未保存，是否确认取消？')
})

test('an edited field keeps its type and the options that were there; new ones come behind', async () => {
  const shown = await open()
  await press('编辑学历')
  await shown.sees('类型创建后不能修改')
  const inputs = [...document.querySelectorAll<HTMLInputElement>('.kp-option input')]
  expect(inputs.map(({ value, disabled }) => [value, disabled])).toEqual([
    ['本科', true],
    ['硕士', true],
  ])
  await shown.click('添加选项（2/11）')
  expect(document.querySelectorAll('.kp-option input:not([disabled])')).toHaveLength(1)
})
