export function Component() {
  return <h1>PermissionsScreen</h1>;
}
