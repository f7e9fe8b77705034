import type { TaskInput } from '../../contract/course-outline.ts'

/** What a task begins with. */
export const newTask: Pick<TaskInput, 'isRequired' | 'weight' | 'conditions' | 'rule'> = {
  isRequired: true,
  weight: 1,
  conditions: [],
  rule: {},
}
