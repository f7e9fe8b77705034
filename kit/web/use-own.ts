import { useSession } from './client/session.ts'

/** Whether something is about whoever looks: nobody decides on their own case, and nothing is offered that the server would refuse. */
export function useIsOwn(): (staffId: string) => boolean {
  const own = useSession()?.staffId
  return (staffId) => staffId === own
}
