import { expect, test } from 'vitest'
import { inputOfState, readListState, serialNumber, withFilters, writeListState } from './list-state.ts'

const shapes = [
  { names: ['keyWords'] },
  { names: ['status'], isNumber: true },
  { names: ['types'], isNumber: true, isMultiple: true },
  { names: ['beginTime', 'endTime'] },
]
const read = (text: string) => readListState(new URLSearchParams(text), shapes)

test('the address is the state: reading what was written gives the same state', () => {
  const state = read(
    'keyWords=安全&status=2&types=1&types=3&beginTime=2026-01-01&pageIndex=3&pageSize=50&sortField=name&sortOrder=desc',
  )
  expect(state).toEqual({
    pageIndex: 3,
    pageSize: 50,
    filters: { keyWords: '安全', status: '2', types: ['1', '3'], beginTime: '2026-01-01' },
    sortField: 'name',
    sortOrder: 'desc',
  })
  const written = writeListState(new URLSearchParams(), state, shapes)
  expect(readListState(written, shapes)).toEqual(state)
})

test.each(['pageIndex=0', 'pageIndex=-1', 'pageIndex=x', 'pageSize=13', 'pageSize=100000', 'sortField=a&sortOrder=up', ''])(
  'nonsense in the address (%s) counts as absent',
  (text) => expect(read(text)).toEqual({ pageIndex: 1, pageSize: 10, filters: {} }),
)

test('a changed filter leads back to page 1 and keeps the page size', () => {
  expect(withFilters(read('pageIndex=4&pageSize=20'), { keyWords: '新' })).toEqual({
    pageIndex: 1,
    pageSize: 20,
    filters: { keyWords: '新' },
  })
})

test('defaults are not written, and what belongs to others stays in the address', () => {
  const written = writeListState(new URLSearchParams('tab=2&keyWords=old&pageIndex=5'), read(''), shapes)
  expect(written.toString()).toBe('tab=2')
})

test('two lists of one screen do not share their state', () => {
  const params = writeListState(
    new URLSearchParams('pageIndex=2'),
    { pageIndex: 7, pageSize: 10, filters: { keyWords: 'b' } },
    shapes,
    'b_',
  )
  expect(readListState(params, shapes).pageIndex).toBe(2)
  expect(readListState(params, shapes, 'b_')).toMatchObject({ pageIndex: 7, filters: { keyWords: 'b' } })
})

test('the endpoint is asked with numbers where its fields are numbers', () => {
  expect(inputOfState(read('status=2&types=1&types=3&keyWords=7'), shapes)).toEqual({
    keyWords: '7',
    status: 2,
    types: [1, 3],
    pageIndex: 1,
    pageSize: 10,
  })
})

test('serial numbers go on across pages', () => {
  expect(serialNumber({ pageIndex: 1, pageSize: 10 }, 0)).toBe(1)
  expect(serialNumber({ pageIndex: 3, pageSize: 20 }, 4)).toBe(45)
})
