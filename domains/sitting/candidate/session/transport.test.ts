import { ApiError } from '@kaopei/web/client'
import { expect, test } from 'vitest'
import { outcomeOf } from './transport.ts'

test.each([
  [
    'a full disk or a database that is coming up',
    new ApiError(9999, '服务器暂时无法保存', null, 503),
    { retryAfterMs: 1000, why: 'busy' },
  ],
  [
    'a browser that the exam does not accept',
    new ApiError(2386, '本场考试须在 Safe Exam Browser（考试专用浏览器）中作答'),
    { retryAfterMs: 10_000, why: 'unsafe' },
  ],
  ['no network', new ApiError(-1, '网络异常', null), {}],
  ['too many at once', new ApiError(1006, '', { retryAfterSeconds: 4 }, 429), { retryAfterMs: 4000 }],
])('%s is no verdict: the answer is kept and sent again', (_name, error, more) => {
  expect(outcomeOf(error)).toEqual({ kind: 'failed', ...more })
})
