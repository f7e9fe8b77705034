import { expect, test } from 'vitest'
import { importFieldLabels, importFields } from '../../contract/question-import.ts'
import { isMappingComplete, proposeMapping, recogniseColumns } from './recognise-header.ts'

test('the template recognises itself', () => {
  expect(recogniseColumns(importFields.map((field) => importFieldLabels[field]))).toEqual(importFields)
})

test.each<[string, string[], (string | null)[]]>([
  [
    'a public question file',
    ['', 'Question', 'A', 'B', 'C', 'D', 'Answer'],
    [null, 'stem', 'optionA', 'optionB', 'optionC', 'optionD', 'answer'],
  ],
  [
    'stars, brackets and width',
    ['* 题干（必填）', '选项Ａ', '选项 b', '标准答案', '试题解析', '难易度'],
    ['stem', 'optionA', 'optionB', 'answer', 'analysis', 'difficulty'],
  ],
  ['numbered options', ['试题内容', '选项1', '选项2', '答案'], ['stem', 'optionA', 'optionB', 'answer']],
  ['a field claimed twice', ['题目', '题干', '答案'], ['stem', null, 'answer']],
  ['nothing known', ['姓名', '电话'], [null, null]],
])('%s', (_, header, columns) => {
  expect(recogniseColumns(header)).toEqual(columns)
})

test('the header is found below titles and remarks', () => {
  const rows = [
    { rowNumber: 1, texts: ['2026 年安全培训试题'] },
    { rowNumber: 3, texts: ['题型', '题干', '选项A', '选项B', '正确答案'] },
    { rowNumber: 4, texts: ['单选题', '题干', '甲', '乙', 'A'] },
  ]
  const mapping = proposeMapping(rows)
  expect(mapping).toEqual({ headerRow: 3, columns: ['type', 'stem', 'optionA', 'optionB', 'answer'] })
  expect(isMappingComplete(mapping)).toBe(true)
})

test('a table of strangers is left to the person', () => {
  const mapping = proposeMapping([{ rowNumber: 2, texts: ['第一列', '第二列'] }])
  expect(mapping).toEqual({ headerRow: 2, columns: [null, null] })
  expect(isMappingComplete(mapping)).toBe(false)
})
