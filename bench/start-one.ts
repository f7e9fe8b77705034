import { entry } from '@kaopei/exam/contract/entry'
import type { Person } from './company.ts'
import type { RawClient } from './raw-client.ts'

export async function startOne(client: RawClient, person: Person, examId: string): Promise<string> {
  const { data } = await client.get(person, entry.start, { examId, device: `bench-${person.id.slice(0, 8)}:tab-1` })
  return data.attemptId
}
