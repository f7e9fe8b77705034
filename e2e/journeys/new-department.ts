import { department } from '@kaopei/org/contract/department'
import type { DemoClient } from '../../apps/server/demo/client.ts'

/** A department for whom a journey hires: other journeys meanwhile count the people of the demo's own departments. */
export async function newDepartment(client: DemoClient, name: string): Promise<string> {
  const [root] = await client.call(department.getDepartmentTree, {})
  const { id } = await client.call(department.save, { name, parentId: root?.id ?? null })
  return id
}
