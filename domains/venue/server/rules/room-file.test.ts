import { expect, test } from 'vitest'
import { seatsByLayout } from '../../contract/rules/layout.ts'
import { roomOfFile } from './room-file.ts'

const seat = (x: number, y: number, more: object = {}) => ({ label: '', flag: '', position: { x, y }, ...more })
const file = {
  ...{ name: '阶梯教室', building: '教学楼' },
  rows: [
    { label: '2', seats: [seat(3, 1), seat(1, 1, { flag: 'w' })] },
    { label: '1', seats: [seat(-1, -0.5, { flag: 'D' }), seat(1, -0.5), seat(3, -0.5)] },
  ],
  layouts: {
    wide: {
      useable_seats: [
        { row_index: 0, seat_index: 2 },
        { row_index: 1, seat_index: 0 },
      ],
    },
    default: { auto_layout: { first_row: 0, xspace: 2, yspace: 0 } },
  },
}
const read = (wish: unknown, name = 'a/0101.json') => roomOfFile(name, JSON.stringify(wish))

test('rows are sorted by height, places begin at 0, labels that are missing are counted, the standard layout comes first', () => {
  expect(read(file)).toEqual({
    facts: expect.objectContaining({ roomName: '阶梯教室', building: '教学楼', number: '0101', campus: '', equipment: [] }),
    rows: [
      {
        ...{ label: '1', y: 0 },
        seats: [
          { label: '1', x: 0, state: 'broken' },
          { label: '2', x: 2, state: 'usable' },
          { label: '3', x: 4, state: 'usable' },
        ],
      },
      {
        ...{ label: '2', y: 1.5 },
        seats: [
          { label: '1', x: 2, state: 'accessible' },
          { label: '2', x: 4, state: 'usable' },
        ],
      },
    ],
    layouts: [
      { name: '默认', firstRow: 1, dx: 2, dy: 0 },
      { name: 'wide', firstRow: 1, dx: 0, dy: 0, seats: ['1-3', '2-1'] },
    ],
  })
})

test('a distance that equals the spacing is too near, as there', () => {
  const room = read(file)
  if (!('facts' in room)) throw new Error(room.join())
  const names = room.layouts.map((layout) => seatsByLayout(room.rows, layout).map(({ name }) => name))
  expect(names).toEqual([
    ['1-2', '2-1'],
    ['1-3', '2-1'],
  ])
})

test.each([
  ['{', '不是考场文件：内容缺失或格式不正确'],
  [
    JSON.stringify({ ...file, rows: [{ seats: [{ position: { x: 'a', y: 0 } }] }] }),
    '不是考场文件：“rows.0.seats.0.position.x”缺失或格式不正确',
  ],
  [
    JSON.stringify({ ...file, rows: [{ label: '1', seats: [seat(0, 0, { flag: 'Z' })] }], layouts: null }),
    '座位标记“Z”不能识别，应为空、T、D 或 W',
  ],
  [
    JSON.stringify({ ...file, rows: [{ label: '1', seats: [seat(0, 0), seat(0, 0)] }], layouts: {} }),
    '排号和同一排的座位号、位置不能重复',
  ],
  [
    JSON.stringify({ ...file, layouts: { odd: { useable_seats: [{ row_index: 9, seat_index: 0 }] } } }),
    '排法“odd”选择了不存在的座位',
  ],
  [JSON.stringify({ ...file, name: ' ' }), '请输入考场名称'],
])('%s is refused: %s', (text, problem) => {
  expect(roomOfFile('0101.json', text)).toEqual([problem])
})

test('a file without layouts seats everybody', () => {
  expect(read({ ...file, layouts: undefined })).toMatchObject({ layouts: [{ name: '全部座位', firstRow: 1, dx: 0, dy: 0 }] })
})
