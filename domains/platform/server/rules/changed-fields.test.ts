import { expect, test } from 'vitest'
import { changedFields } from './changed-fields.ts'

test.each([
  ['nothing kept', null, null, []],
  ['equal', { name: '甲', tags: ['a'] }, { tags: ['a'], name: '甲' }, []],
  ['a changed field', { name: '甲', sort: 1 }, { name: '乙', sort: 1 }, [{ field: 'name', before: '"甲"', after: '"乙"' }]],
  ['created', null, { name: '甲' }, [{ field: 'name', before: null, after: '"甲"' }]],
  ['deleted', { name: '甲' }, null, [{ field: 'name', before: '"甲"', after: null }]],
  ['emptied', { phone: '138' }, { phone: null }, [{ field: 'phone', before: '"138"', after: 'null' }]],
  ['nested', { a: { b: 1, c: 2 } }, { a: { b: 1, c: 3 } }, [{ field: 'a.c', before: '2', after: '3' }]],
  ['a list as a whole', { ids: [1, 2] }, { ids: [2] }, [{ field: 'ids', before: '[1,2]', after: '[2]' }]],
  [
    'an object that became empty',
    { a: { b: 1 } },
    { a: {} },
    [
      { field: 'a.b', before: '1', after: null },
      { field: 'a', before: null, after: '{}' },
    ],
  ],
  [
    'what is right in a question: that it changed, not to what',
    { content: { stem: '甲', correct: 'a', options: [{ id: 'a', correct: true }] } },
    { content: { stem: '乙', correct: 'b', options: [{ id: 'a', correct: false }] } },
    [
      { field: 'content.stem', before: '"甲"', after: '"乙"' },
      { field: 'content.correct', before: '"（答案，不在日志中显示）"', after: '"（答案，不在日志中显示）"' },
      { field: 'content.options', before: '"（答案，不在日志中显示）"', after: '"（答案，不在日志中显示）"' },
    ],
  ],
  [
    'options of a question without their answers',
    null,
    { options: [{ id: 'a', html: '甲', correct: true }] },
    [{ field: 'options', before: null, after: '[{"id":"a","html":"甲"}]' }],
  ],
  [
    'contacts as they are shown, that they changed also where that does not show',
    { phone: '13800138000', email: 'zhang@example.com', list: ['13911112222'], same: '13700001111' },
    { phone: '13899998000', email: 'li@example.com', list: ['13933332222'], same: '13700001111' },
    [
      { field: 'phone', before: '"138****8000"', after: '"138****8000（已更换）"' },
      { field: 'email', before: '"z***@example.com"', after: '"l***@example.com"' },
      { field: 'list', before: '["139****2222"]', after: '"（已更换）"' },
    ],
  ],
  ['a bare value', 1, 2, [{ field: '', before: '1', after: '2' }]],
])('%s', (_name, before, after, expected) => {
  expect(changedFields(before, after)).toEqual(expected)
})
