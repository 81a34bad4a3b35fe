export const DriverSchedulePage = () => null;
