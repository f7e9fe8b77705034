import { expect, test } from 'vitest'
import type { StoredCondition } from '../../contract/outline.ts'
import { wordsOfCondition } from './outline-words.ts'

test('an article is completed, an exam is passed', () => {
  const tasks = ['article', 'practice', 'exam'].map((kind) => ({ id: kind, kind, title: kind }))
  const words = (taskId: string, score?: number): string => {
    const condition: StoredCondition = { kind: 'passed', taskId, ...(score !== undefined && { scoreHundredths: score }) }
    return wordsOfCondition(condition, tasks)
  }
  expect(words('article')).toBe('需先完成“article”')
  expect(words('practice')).toBe('需先完成“practice”')
  expect(words('exam')).toBe('需先通过“exam”')
  expect(words('exam', 6000)).toBe('需先通过“exam”（至少 60 分）')
  expect(words('gone')).toBe('需先通过“已删除的任务”')
})
