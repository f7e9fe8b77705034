import { expect, test } from 'vitest'
import { looksUpContact } from './contact-lookup.ts'

function counting() {
  const counted: string[] = []
  return { counted, limitRate: async (key: string) => void counted.push(key) }
}

test.each([undefined, '', '张', '1381234', '李 13812345678', 'abc@'])(
  '%s is no contact: it finds by name and is not counted',
  async (words) => {
    const { counted, limitRate } = counting()
    expect(await looksUpContact({ limitRate, actor: { staffId: 'a', impersonatorId: null } }, words)).toBe(false)
    expect(counted).toEqual([])
  },
)

test.each(['13812345678', 'wang@example.com'])('%s is one, counted by hour and day for whoever really looks', async (words) => {
  const { counted, limitRate } = counting()
  expect(await looksUpContact({ limitRate, actor: { staffId: 'a', impersonatorId: null } }, words)).toBe(true)
  expect(await looksUpContact({ limitRate, actor: { staffId: 'b', impersonatorId: 'a' } }, words)).toBe(true)
  const one = ['contact-lookup:a', 'contact-lookup-day:a']
  expect(counted).toEqual([...one, ...one])
})
