export function Component() {
  return <h1>ClientsScreen</h1>;
}
