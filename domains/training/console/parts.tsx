import { listOf, type PickApi, ProjectTab as Tab } from '@kaopei/web'
import type { ReactNode } from 'react'
import { project } from '../contract/project.ts'

export { infoPath, stepPath } from './paths.ts'

const projects = listOf(project.list)

/** Type 4 of a picker: training projects by time and name. */
export function ProjectTab({ pick }: { readonly pick: PickApi }): ReactNode {
  return <Tab pick={pick} source={projects} />
}
