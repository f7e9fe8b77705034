import { useEffect, useState } from 'react'

/** A value once it has not changed for so long: for questions to the server that follow typing. */
export function useSettled<Value>(value: Value, ms: number): Value {
  const [settled, setSettled] = useState(value)
  // A timer is the subject here.
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), ms)
    return () => clearTimeout(timer)
  }, [value, ms])
  return settled
}
