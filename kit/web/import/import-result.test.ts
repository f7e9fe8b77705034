import { expect, test } from 'vitest'
import { importOutcome, wrongTemplate } from './import-result.ts'

test.each([
  { name: 'a success count', answer: { successCount: 12 }, expected: { kind: 'success', count: 12 } },
  { name: 'a list', answer: { list: [1, 2] }, expected: { kind: 'success', count: 2 } },
  {
    name: 'a failure file wins over a success count, which is shown beside it',
    answer: { successCount: 3, failedUrl: '/files/a', errFileName: '失败.xlsx' },
    expected: {
      ...{ kind: 'checkFailed', title: '检查不通过', count: 3, url: '/files/a', fileName: '失败.xlsx' },
      result: { successCount: 3 },
    },
  },
  {
    name: 'a message without a file',
    answer: { errMessage: '第 3 行手机号为空' },
    expected: { kind: 'checkFailed', title: '检查失败', message: '第 3 行手机号为空' },
  },
  { name: 'no data', answer: null, expected: { kind: 'checkFailed', message: wrongTemplate } },
])('$name', ({ answer, expected }) => expect(importOutcome(answer)).toMatchObject(expected))
